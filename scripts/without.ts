import { relative, resolve, sep } from 'node:path';
import ts from 'typescript';

/**
 * npm run without (-- ROOM for one): leaves each room of the service out in turn, and prints which other files do not compile then.
 * Nothing is deleted: the compiler is told that the folder is not there. Ends with 1 when anything but a table of contents
 * needs a room that is no foundation.
 */
const ROOT = resolve(import.meta.dirname, '..');
const SOURCE = resolve(ROOT, 'apps/service/src');

/** What others are rightly built on; docs/architecture.md says why. */
const FOUNDATIONS = new Set(['platform']);

/** Lists with a line for each room, or for what it has. */
const CONTENTS = new Set(['server.ts', 'worker.ts', 'operator-server.ts']);

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

/** A host that does not see a folder; what it has read once it does not read again. */
function hostWithout(folder: string | undefined): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  const isGone = (file: string): boolean => folder !== undefined && resolve(file).startsWith(folder + sep);
  host.fileExists = (file) => !isGone(file) && fileExists.call(host, file);
  host.getSourceFile = (file, ...rest) => {
    if (isGone(file)) return undefined;
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
function brokenWithout(room: string | undefined, before: ts.SemanticDiagnosticsBuilderProgram | undefined) {
  const folder = room && resolve(SOURCE, room);
  const left = files.filter((file) => !folder || !file.startsWith(folder + sep));
  const program = ts.createSemanticDiagnosticsBuilderProgram(left, options, hostWithout(folder), before);
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
const rooms = asked.length > 0 ? asked : ts.sys.getDirectories(SOURCE).sort();
const wrong: string[] = [];
console.log('| Without | files that do not compile |\n|---|---|');
for (const room of rooms) {
  const { broken } = brokenWithout(room, whole.program);
  const isFoundation = FOUNDATIONS.has(room);
  const others = broken.filter((file) => !CONTENTS.has(file));
  if (!isFoundation && others.length > 0) wrong.push(room);
  const shown = isFoundation && others.length > 8 ? [`${broken.length} files`] : broken;
  console.log(`| \`${room}\`${isFoundation ? ' (foundation)' : ''} | ${shown.join(', ')} |`);
}
if (wrong.length > 0) console.error(`\nNeeded by more than the tables of contents: ${wrong.join(', ')}.`);
process.exitCode = wrong.length > 0 ? 1 : 0;
