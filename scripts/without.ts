import { readFileSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import ts from 'typescript';

/**
 * npm run without (-- ROOM for one): leaves each room of the service out in turn, and prints which other files do not
 * compile then, and which after its lines in features.ts are gone too. Nothing is deleted: the compiler is told that the
 * folder is not there. Ends with 1 when anything but a table of contents needs a room that is no foundation.
 */
const ROOT = resolve(import.meta.dirname, '..');
const SOURCE = resolve(ROOT, 'apps/service/src');
const FEATURES = resolve(SOURCE, 'features.ts');

/** What others are rightly built on; docs/architecture.md says why. Left out only when asked for by name. */
const FOUNDATIONS = new Set([
  ...['platform', 'settings', 'start', 'processes', 'ledger', 'provider'],
  ...['users', 'sessions', 'api-keys', 'sign-in', 'companies', 'participants', 'messages', 'outbound'],
]);

/** Lists with a line for each room, or for what it has. */
const CONTENTS = new Set([
  ...[
    'features.ts',
    'server.ts',
    'operator-server.ts',
    'network-server.ts',
    'worker.ts',
    'readers.ts',
    'cli.ts',
  ],
]);

const isTest = (file: string): boolean => /\.test\.ts$|[/\\]tests[/\\]/.test(file);

/** The whole service as main.ts and cli.ts start it, less one folder. */
function programFiles(): { options: ts.CompilerOptions; files: string[] } {
  const { config } = ts.readConfigFile(resolve(ROOT, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(
    { ...config, include: ['apps/service/src'] },
    ts.sys,
    ROOT,
  );
  const files = ts.sys.readDirectory(SOURCE, ['.ts']).filter((file) => !isTest(file));
  return { options: { ...options, noUnusedLocals: false, noUnusedParameters: false }, files };
}

const { options, files } = programFiles();
const sources = new Map<string, ts.SourceFile | undefined>();

/** features.ts as it is once who left a room out has removed its lines there. */
function featuresWithout(room: string): ts.SourceFile {
  const name = room.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const ofRoom = new RegExp(`^(import .* from './${room}/.*|  const ${name} = .*|    ${name}(:.*)?,)$`);
  const lines = readFileSync(FEATURES, 'utf8').split('\n');
  const text = lines.filter((line) => !ofRoom.test(line)).join('\n');
  const source = ts.createSourceFile(FEATURES, text, ts.ScriptTarget.ES2024);
  return Object.assign(source, { version: `without ${room}` });
}

/** A host that does not see a folder; what it has read once it does not read again. */
function hostWithout(folder: string | undefined, features?: ts.SourceFile): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  const isGone = (file: string): boolean => folder !== undefined && resolve(file).startsWith(folder + sep);
  host.fileExists = (file) => !isGone(file) && fileExists.call(host, file);
  host.getSourceFile = (file, ...rest) => {
    if (isGone(file)) return undefined;
    if (features && resolve(file) === FEATURES) return features;
    if (!sources.has(file)) {
      const source = getSourceFile.call(host, file, ...rest);
      if (source) Object.assign(source, { version: String(sources.size) });
      sources.set(file, source);
    }
    return sources.get(file);
  };
  return host;
}

/** Only files that a missing folder touches are checked again. */
function brokenWithout(
  room: string | undefined,
  before: ts.SemanticDiagnosticsBuilderProgram | undefined,
  features?: ts.SourceFile,
) {
  const folder = room && resolve(SOURCE, room);
  const left = files.filter((file) => !folder || !file.startsWith(folder + sep));
  const program = ts.createSemanticDiagnosticsBuilderProgram(
    left,
    options,
    hostWithout(folder, features),
    before,
  );
  const broken = new Set<string>();
  for (const { file } of program.getSemanticDiagnostics())
    if (file && resolve(file.fileName).startsWith(SOURCE + sep)) broken.add(relative(SOURCE, file.fileName));
  return { program, broken: [...broken].sort() };
}

const whole = brokenWithout(undefined, undefined);
if (whole.broken.length > 0) {
  console.error(`These do not compile as it is: ${whole.broken.join(', ')}. Correct them first.`);
  process.exit(2);
}
const asked = process.argv.slice(2);
const all = ts.sys.getDirectories(SOURCE).sort();
const rooms = asked.length > 0 ? asked : all.filter((room) => !FOUNDATIONS.has(room));
const wrong: string[] = [];
console.log('| Without | does not compile | and then, without its lines in features.ts |\n|---|---|---|');
for (const room of rooms) {
  const { broken } = brokenWithout(room, whole.program);
  if (FOUNDATIONS.has(room)) {
    console.log(
      `| \`${room}\` (foundation) | ${broken.length > 8 ? `${broken.length} files` : broken.join(', ')} | |`,
    );
    continue;
  }
  const then = broken.includes('features.ts')
    ? brokenWithout(room, whole.program, featuresWithout(room)).broken.filter(
        (file) => !broken.includes(file),
      )
    : [];
  if ([...broken, ...then].some((file) => !CONTENTS.has(file))) wrong.push(room);
  console.log(`| \`${room}\` | ${broken.join(', ')} | ${then.join(', ')} |`);
}
if (wrong.length > 0) console.error(`\nNeeded by more than the tables of contents: ${wrong.join(', ')}.`);
process.exitCode = wrong.length > 0 ? 1 : 0;
