import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const CLI = join(import.meta.dirname, '../src/cli.ts');

export interface Ended {
  status: number | null;
  stdout: string;
  stderr: string;
}

/**
 * Of the caller only what every process has: settings of whoever runs the tests are none of ours. And where code is kept
 * as it was compiled, as each process would compile all of it anew.
 */
export function bareEnvironment(): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  return { PATH, ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}) };
}

/** `npm run pappel -- …` as a process of its own, with these settings and no others. */
export async function runPappel(args: readonly string[], env: Record<string, string>): Promise<Ended> {
  const { HOME } = process.env;
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { ...bareEnvironment(), HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { status: await ended, stdout, stderr };
}
