import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { compileInThread } from '@pappel/validation/compile-in-thread';
import { packId, type RulePack } from '@pappel/validation/pack';
import { PackFolder } from '@pappel/validation/pack-folder';
import type { Command } from 'commander';
import { unzipSync } from 'fflate';

/** Where a schema begins, as opposed to what schemas include. */
const SCHEMA = /<(?:[\w.-]+:)?schema[\s>]/;
const MAX_FILE = 32 * 1024 * 1024;

const ABOUT_INSTALL = `of a .sch file, a folder, a .zip or a .jar`;
const AFTER_INSTALL = `
The official files of EN 16931 and Peppol say by their names which documents they are for; others need --for, with a * at
the end for any rest. With --release and --from, a release stands beside the one before it, which decides until that day.
They are kept in RULES_DIR (DATA_DIR/rules) and used with VALIDATION=installed or both, and for types that Pappel has no
rules for.`;

interface InstallOptions {
  for: string[];
  release?: string;
  from?: string;
}

/** `pappel rules`. */
export function rulesCommands(program: Command, settings: { folder: string }): void {
  const rules = program.command('rules').description('official Schematron rules beside the built-in ones');
  const folder = (): PackFolder => new PackFolder(settings.folder);
  rules
    .command('install <path>')
    .description(ABOUT_INSTALL)
    .option('--for <customization...>', 'documents that they are for', [])
    .option('--release <name>', 'such as 2026.5')
    .option('--from <day>', 'YYYY-MM-DD')
    .addHelpText('after', AFTER_INSTALL)
    .action(async (path: string, options: InstallOptions) => {
      process.exitCode = await install(folder(), path, { ...options, customizations: options.for });
    });
  rules
    .command('list')
    .description('what is installed')
    .action(() => {
      process.exitCode = list(folder());
    });
  rules
    .command('remove <name>')
    .description('NAME, or NAME@RELEASE')
    .action((name: string) => {
      process.exitCode = remove(folder(), name);
    });
}

function remove(folder: PackFolder, name: string): number {
  const isGone = folder.remove(name);
  console.log(isGone ? `${name} is removed.` : `There are no rules called ${name}.`);
  return isGone ? 0 : 1;
}

function list(folder: PackFolder): number {
  for (const pack of folder.list()) {
    const from = pack.from === undefined ? '' : `from ${pack.from}  `;
    const what = `${pack.ids.length} rules  ${from}${pack.installedAt}`;
    console.log(`${packId(pack)}  ${what}  for ${pack.customizations.join(', ')}`);
  }
  return 0;
}

interface Wish {
  customizations: readonly string[];
  release?: string | undefined;
  from?: string | undefined;
}

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** All schemas or none: half a release would judge by two. */
async function install(folder: PackFolder, path: string, wish: Wish): Promise<number> {
  const { customizations, release, from } = wish;
  if ((release === undefined) !== (from === undefined) || !isDay(from ?? '2000-01-01'))
    throw new Error('--release and --from belong together, such as --release 2026.5 --from 2026-08-17');
  const files = filesOf(path);
  const mains = [...files].flatMap(([file, bytes]) =>
    SCHEMA.test(Buffer.from(bytes).toString('utf8', 0, 20_000)) ? [file] : [],
  );
  if (mains.length === 0) throw new Error(`There is no Schematron schema (.sch) in ${path}`);
  const packs: RulePack[] = [];
  for (const main of mains) {
    const result = await compileInThread(files, main, customizations, new Date());
    if (!result.ok) {
      const { message, file, ruleId } = result.problem;
      const where = [file ?? main, ruleId].filter((part) => part !== undefined).join(', rule ');
      console.error(`Nothing is installed. ${where}: ${message}`);
      return 1;
    }
    packs.push({ ...result.pack, release, from });
  }
  for (const pack of packs) {
    folder.add(pack);
    console.log(`${packId(pack)}: ${pack.ids.length} rules for ${pack.customizations.join(', ')}`);
  }
  return 0;
}

/** Files of Schematron by their paths inside a folder or an archive, or a file with all that lies beside it. */
function filesOf(path: string): Map<string, Uint8Array> {
  if (statSync(path).isDirectory()) return readFolder(path);
  if (/\.(zip|jar)$/i.test(path)) return readArchive(path);
  const [folder, name] = [join(path, '..'), relative(join(path, '..'), path)];
  const others = [...readFolder(folder)].map(([file, bytes]) => [file, bytes] as const);
  // Only the named file is a main one; what it includes lies below its folder.
  return new Map(
    others.filter(
      ([file, bytes]) => file === name || !SCHEMA.test(Buffer.from(bytes).toString('utf8', 0, 20_000)),
    ),
  );
}

function readFolder(folder: string): Map<string, Uint8Array> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return new Map(
    names
      .filter((name) => isRuleFile(name) && statSync(join(folder, name)).size <= MAX_FILE)
      .map((name) => [name.replaceAll('\\', '/'), readFileSync(join(folder, name))]),
  );
}

function readArchive(path: string): Map<string, Uint8Array> {
  const entries = unzipSync(readFileSync(path), {
    filter: ({ name, originalSize }) => isRuleFile(name) && originalSize <= MAX_FILE,
  });
  return new Map(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const isRuleFile = (name: string): boolean => /\.(sch|xml|inc|ent)$/i.test(name);
