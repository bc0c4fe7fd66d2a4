import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

/** The release whose rules decide today, and those that Pappel keeps beside it, by what differs. */
export const NEWEST = '2026.5';
export const OLDER = ['2025.11'];

const TARGET = resolve(import.meta.dirname, '../../packages/validation/src');
const WIDTH = 108;

/** A file as the official ones make it. */
export interface Generated {
  file: string;
  source: string;
}

/**
 * @param path below packages/validation/src
 * @param of which official files
 */
export function generated(path: string, of: string, body: string): Generated {
  const head = `// Made by npm run rules:generate from the official ${of}. Not to be edited.`;
  return { file: join(TARGET, path), source: `${head}\n${body}\n` };
}

/**
 * Writes those that are not so already. With `isCheck` nothing is written, and each of them is an error that names the
 * command that writes it.
 */
export function settle(what: string, made: readonly Generated[], command: string, isCheck: boolean): void {
  const isWritten = ({ file, source }: Generated): boolean =>
    existsSync(file) && readFileSync(file, 'utf8') === source;
  const others = made.filter((one) => !isWritten(one));
  console.log(`${what}: ${others.length} of ${made.length} files ${isCheck ? 'differ' : 'written anew'}`);
  for (const { file, source } of others) {
    if (!isCheck) writeFileSync(file, source);
    else {
      console.error(`${relative('.', file)} is not what the official files say: ${command}`);
      process.exitCode = 1;
    }
  }
}

/** Items in lines of the usual width; lines that go on are indented. */
export function wrapped(items: readonly string[], between = ' ', indent = ''): string {
  const lines: string[] = [];
  for (const item of items) {
    const last = lines.at(-1);
    if (last === undefined) lines.push(item);
    else if (last.length + between.length + item.length <= WIDTH) lines.splice(-1, 1, last + between + item);
    else lines.splice(-1, 1, (last + between).trimEnd(), indent + item);
  }
  return lines.join('\n');
}
