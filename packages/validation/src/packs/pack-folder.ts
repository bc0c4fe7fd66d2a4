import { randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { SOURCE_VERSION } from '../schematron/compile/compile.ts';
import { packId, type RulePack } from './pack.ts';

const ENDING = '.rules.json';
const NAME = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,99}$/;

/** The folder in which installed rules are kept, one file a pack. */
export class PackFolder {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** Changes when packs come or go. */
  get stamp(): number {
    return existsSync(this.#path) ? statSync(this.#path).mtimeMs : 0;
  }

  /** The packs by name. Those that an older version compiled are left out: they must be installed again. */
  list(): RulePack[] {
    if (!existsSync(this.#path)) return [];
    const files = readdirSync(this.#path).filter((file) => file.endsWith(ENDING));
    return files
      .sort()
      .map((file) => JSON.parse(readFileSync(join(this.#path, file), 'utf8')) as RulePack)
      .filter(({ sourceVersion }) => sourceVersion === SOURCE_VERSION);
  }

  /** Takes the place of a pack of the same name and release. */
  add(pack: RulePack): void {
    const file = this.#fileOf(packId(pack));
    mkdirSync(this.#path, { recursive: true });
    const beside = `${file}.${randomUUID()}.part`;
    writeFileSync(beside, JSON.stringify(pack));
    renameSync(beside, file);
  }

  /** By its name, with `@` and its release where it has one. Whether there was one. */
  remove(id: string): boolean {
    const file = this.#fileOf(id);
    const isThere = existsSync(file);
    rmSync(file, { force: true });
    return isThere;
  }

  #fileOf(name: string): string {
    if (!NAME.test(name)) throw new Error(`${name} is not a name of rules: use letters, digits, "." "_" "-"`);
    return join(this.#path, `${name}${ENDING}`);
  }
}
