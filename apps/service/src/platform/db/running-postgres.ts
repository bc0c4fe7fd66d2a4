import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** How to reach the embedded server that another process runs under `dir`; undefined when none does. */
export async function runningPostgresUrl(dir: string): Promise<string | undefined> {
  const read = (name: string) => readFile(join(dir, name), 'utf8').catch(() => '');
  const [password, pidFile] = [await read('password'), await read('cluster/postmaster.pid')];
  // Its fourth line is the port.
  const port = Number(pidFile.split('\n')[3]);
  if (!password || !Number.isInteger(port) || port <= 0) return undefined;
  return `postgresql://postgres:${password.trim()}@127.0.0.1:${port}/pappel`;
}
