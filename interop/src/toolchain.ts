import { execFileSync, type SpawnSyncReturns } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A program that stands in `interop/java`: its folder, the class that is started, further folders that it is made of. */
export interface Program {
  folder: string;
  main: string;
  shared?: readonly string[];
}

const SOURCES = join(import.meta.dirname, '../java');
const NEEDED = ['java', 'javac', 'mvn', 'openssl', 'keytool'];
const FETCH_MS = 10 * 60_000;

/** The commands of {@link NEEDED} that this machine lacks. */
export function missingTools(): string[] {
  return NEEDED.filter((tool) => {
    try {
      execFileSync('which', [tool], { stdio: 'ignore' });
      return false;
    } catch {
      return true;
    }
  });
}

/** Fetches what the pom of a program names, unless that was done before, compiles it, and answers Java's arguments. */
export function build({ folder, main, shared = [] }: Program, scratch: string): string[] {
  const source = join(SOURCES, folder);
  const target = join(scratch, folder);
  mkdirSync(target, { recursive: true });
  const libraries = join(target, 'lib');
  const stamp = createHash('sha256')
    .update(readFileSync(join(source, 'pom.xml')))
    .digest('hex');
  if (!existsSync(join(libraries, stamp))) {
    rmSync(libraries, { recursive: true, force: true });
    run('mvn', '-q', '-B', '-f', source, 'dependency:copy-dependencies', `-DoutputDirectory=${libraries}`);
    writeFileSync(join(libraries, stamp), '');
  }
  const classpath = `${libraries}/*`;
  const classes = join(target, 'classes');
  rmSync(classes, { recursive: true, force: true });
  const sources = ['control', ...shared, folder].flatMap(javaFiles);
  run('javac', '-nowarn', '-cp', classpath, '-d', classes, ...sources);
  return ['-cp', `${source}:${classes}:${classpath}`, main];
}

function javaFiles(folder: string): string[] {
  const directory = join(SOURCES, folder);
  return readdirSync(directory)
    .filter((file) => file.endsWith('.java'))
    .map((file) => join(directory, file));
}

function run(command: string, ...args: string[]): void {
  try {
    execFileSync(command, args, { stdio: 'pipe', timeout: FETCH_MS });
  } catch (error) {
    const { stdout, stderr } = error as SpawnSyncReturns<Buffer>;
    throw new Error(`${command} failed:\n${stdout}${stderr}`);
  }
}

const PYTHON_SOURCES = join(import.meta.dirname, '../python');

/** Whether the one program in Python can run; it is left out otherwise. */
export function hasPython(): boolean {
  try {
    execFileSync('python3', ['-m', 'pip', '--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Fetches what the program in Python names, unless that was done before; answers the folder of its libraries. */
export function preparePython(scratch: string): { script: string; libraries: string } {
  const requirements = join(PYTHON_SOURCES, 'requirements.txt');
  const stamp = createHash('sha256').update(readFileSync(requirements)).digest('hex');
  const libraries = join(scratch, `python-${stamp.slice(0, 12)}`);
  if (!existsSync(libraries)) {
    const part = `${libraries}.part`;
    run('python3', '-m', 'pip', 'install', '-q', '--upgrade', '--target', part, '-r', requirements);
    renameSync(part, libraries);
  }
  return { script: join(PYTHON_SOURCES, 'as4_peer.py'), libraries };
}

/** Name and version of each of these libraries, as they lie there. */
export function versions(scratch: string, folder: string, names: readonly string[]): string[] {
  const directory = join(scratch, folder, 'lib');
  const files = existsSync(directory) ? readdirSync(directory) : [];
  return names.map((name) => {
    const file = files.find((one) => one.startsWith(`${name}-`) && /^\d/.test(one.slice(name.length + 1)));
    return file ? `${name} ${file.slice(name.length + 1, -'.jar'.length)}` : `${name} (missing)`;
  });
}
