/**
 * `npm run stress:events [seconds]`: 24 writers on three nodes with transactions of up to 50 ms, one node killed again and
 * again, four readers on two nodes and a lasting one; prints what each of them missed, read twice, or read in an order in
 * which it did not happen.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../apps/service/src/platform/db/embedded-postgres.ts';
import { stressEventLog } from '../apps/service/tests/event-log-stress.ts';

const seconds = Number(process.argv[2] ?? 60);
const dir = mkdtempSync(join(tmpdir(), 'pappel-stress-'));
const postgres = await startEmbeddedPostgres(dir, () => undefined);
try {
  const report = await stressEventLog({
    databaseUrl: postgres.url,
    seconds,
    writers: 24,
    longestTransactionMs: 50,
  });
  console.log(
    `${report.committed} events committed in ${seconds} s, ${report.inTheLog} in the log; a node killed ${report.killed} times`,
  );
  console.table(report.readers);
  const faults = report.readers.reduce(
    (sum, { missed, doubled, inverted }) => sum + missed + doubled + inverted,
    0,
  );
  process.exitCode = faults === 0 && report.inTheLog === report.committed ? 0 : 1;
} finally {
  await postgres.stop();
  rmSync(dir, { recursive: true, force: true });
}
