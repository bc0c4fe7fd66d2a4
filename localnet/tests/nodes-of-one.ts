import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newEnvironment, type Pappel } from '../../apps/service/tests/harness.ts';
import { freePortSettings } from '../../scripts/free-ports.ts';
import { joining } from './killable.ts';

type Environment = Record<string, string>;

/**
 * Settings of the nodes of one installation on the network that `keeper` keeps: a data directory and ports of its own for each,
 * and for all one database, one secret key, one folder of payloads, and the addresses of the first.
 */
export async function nodesOfOne(
  keeper: Pick<Pappel, 'dataDir'>,
  count: number,
  extra: Environment = {},
): Promise<Environment[]> {
  const home = mkdtempSync(join(tmpdir(), 'pappel-nodes-'));
  const shared = await newEnvironment({
    ...joining(keeper),
    SECRET_KEY: 'the secret key of an installation of several nodes',
    ...extra,
  });
  const { PORT, SMP_PORT, AS4_PORT } = shared;
  mkdirSync(join(home, 'payloads'));
  return Promise.all(
    Array.from({ length: count }, async (_, i) => ({
      ...shared,
      ...(i > 0 && (await freePortSettings())),
      PUBLIC_URL: `http://127.0.0.1:${PORT}`,
      SMP_PUBLIC_URL: `https://127.0.0.1:${SMP_PORT}`,
      AS4_PUBLIC_URL: `https://127.0.0.1:${AS4_PORT}/as4`,
      DATA_DIR: folderOf(home, i),
    })),
  );
}

function folderOf(home: string, i: number): string {
  const dataDir = join(home, `node-${i}`);
  mkdirSync(dataDir);
  symlinkSync(join(home, 'payloads'), join(dataDir, 'payloads'));
  return dataDir;
}
