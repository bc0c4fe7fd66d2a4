/**
 * Export of an account with 100,000 documents: seconds, and the memory of the process that writes it. The same with a tenth of
 * them beside it: what grows with the number would show. `npm run bench:channels -- export`, DOCUMENTS=… for another number.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { startEmbeddedPostgres } from '../apps/service/src/platform/db/embedded-postgres.ts';
import { fillAccount } from '../apps/service/tests/export-world.ts';
import { call, ROOT, start } from '../scripts/demo-installation.ts';
import { freePorts } from '../scripts/free-ports.ts';

const DOCUMENTS = Number(process.env['DOCUMENTS'] ?? 100_000);
const BYTES = 8_000;
const LOOK_MS = 50;
const show = (name: string, value: string): void => console.log(`${name.padEnd(66)} ${value}`);

interface SignedUp {
  token: string;
  account: { id: string };
  company: { id: string };
}
interface Exported {
  export: { id: string; status: string; bytes: number; downloadUrl: string };
}

const megabytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;

/** Seconds until it is DONE, and the most memory that the process had meanwhile beyond what it had before. */
async function measure(api: string, token: string, pid: number) {
  const before = megabytes(pid);
  let peak = before;
  const began = performance.now();
  const { body } = await call<Exported>('POST', `${api}/v1/account/export`, token);
  for (let looks = 1; ; looks++) {
    await sleep(LOOK_MS);
    peak = Math.max(peak, megabytes(pid));
    if (looks % 10 > 0) continue;
    const { export: one } = (await call<Exported>('GET', `${api}/v1/account/export/${body.export.id}`, token))
      .body;
    if (one.status === 'FAILED') throw new Error('the export failed');
    if (one.status === 'DONE') return { seconds: (performance.now() - began) / 1_000, before, peak, one };
  }
}

async function account(api: string, name: string): Promise<SignedUp> {
  const owner = { email: `${name}@example.org`, password: 'a long bench passphrase' };
  const asked = { account: { legalName: name, countryCode: 'SE' }, owner };
  return (await call<SignedUp>('POST', `${api}/v1/auth/signup`, undefined, asked)).body;
}

async function main(): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'pappel-bench-export-'));
  const postgres = await startEmbeddedPostgres(join(dir, 'postgres'), () => undefined);
  const pool = new Pool({ connectionString: postgres.url });
  const dataDir = join(dir, 'data');
  const pappel = await start('pappel', dataDir, await freePorts(4), { DATABASE_URL: postgres.url });
  try {
    const peaks: number[] = [];
    // The first one warms the process up.
    for (const [turn, count] of [DOCUMENTS / 10, DOCUMENTS / 10, DOCUMENTS].entries()) {
      const { token, account: of, company } = await account(pappel.api, `bench-${turn}`);
      await fillAccount(pool, dataDir, { accountId: of.id, companyId: company.id }, count, BYTES);
      await pool.query('analyze');
      const { seconds, before, peak, one } = await measure(pappel.api, token, pappel.pid);
      peaks.push(peak);
      show(
        `export of ${count} documents of ${BYTES} bytes`,
        `${seconds.toFixed(1)} s, ${(count / seconds).toFixed(0)} documents/s`,
      );
      show(
        'memory before, at the peak, and what it grew',
        `${before.toFixed(0)}, ${peak.toFixed(0)}, ${(peak - before).toFixed(0)} MB`,
      );
      const file = join(dir, `${turn}.zip`);
      const { body } = await fetch(one.downloadUrl);
      if (body) await writeFile(file, body);
      const cli = join(ROOT, 'apps/service/src/cli.ts');
      const { status, stdout, stderr } = spawnSync(process.execPath, [cli, 'export', 'verify', file], {
        encoding: 'utf8',
      });
      if (status !== 0) throw new Error(`verify: ${stdout} ${stderr}`);
      show('its archive, verified', `${(one.bytes / 1e6).toFixed(1)} MB`);
    }
    const [, tenth = 0, all = 0] = peaks;
    show('more at the peak with ten times the documents (aim below 30)', `${(all - tenth).toFixed(0)} MB`);
  } finally {
    await pappel.stop();
    await pool.end();
    await postgres.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

await main();
