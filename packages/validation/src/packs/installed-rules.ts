import type { Hit } from '../hit.ts';
import type { CompiledRules } from '../schematron/runtime/compiled-rules.ts';
import { instantiate } from '../schematron/runtime/instantiate.ts';
import type { Tape } from '../tape/tape.ts';
import { isFor, type RulePack } from './pack.ts';
import type { PackFolder } from './pack-folder.ts';

/** How long a change of the folder may go unnoticed. */
const LOOK_EVERY_MS = 5_000;

/** The packs that apply to one document type. */
export interface InstalledSet {
  names: readonly string[];
  check(tape: Tape): Hit[];
}

/** The installed packs, made ready when they are first needed; what is installed or removed meanwhile is noticed. */
export class InstalledRules {
  readonly #folder: PackFolder;
  readonly #ready = new Map<string, CompiledRules>();
  #packs: RulePack[] = [];
  #stamp = -1;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(folder: PackFolder) {
    this.#folder = folder;
  }

  /** Undefined when no pack is for documents of this CustomizationID. */
  forType(customizationId: string): InstalledSet | undefined {
    this.#look();
    const packs = this.#packs.filter((pack) => isFor(pack, customizationId));
    if (packs.length === 0) return undefined;
    return {
      names: packs.map(({ name }) => name),
      check: (tape) => packs.flatMap((pack) => this.#rulesOf(pack).run(tape, { now: new Date() })),
    };
  }

  #look(): void {
    const now = performance.now();
    if (now - this.#lookedAt < LOOK_EVERY_MS) return;
    this.#lookedAt = now;
    const { stamp } = this.#folder;
    if (stamp === this.#stamp) return;
    this.#stamp = stamp;
    this.#packs = this.#folder.list();
    this.#ready.clear();
  }

  #rulesOf(pack: RulePack): CompiledRules {
    const rules = this.#ready.get(pack.name) ?? instantiate(pack.source);
    this.#ready.set(pack.name, rules);
    return rules;
  }
}
