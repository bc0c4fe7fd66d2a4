import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Archived } from '../src/export/archives/go-on.ts';
import { runPappel } from './command.ts';
import { fillAccount } from './export-world.ts';
import { type Account, type Pappel, signUp, startPappel } from './harness.ts';

const RETENTION_DAYS = '400';
/** Past their retention, and within it. */
export const [LONG_AGO, LATELY] = [500, 300];

export type ArchiveWorld = Awaited<ReturnType<typeof startArchives>>;

/** An installation that archives what it removes by age, into a folder. */
export async function startArchives(settings: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'pappel-archive-test-'));
  const ARCHIVE_DIR = join(folder, 'archives');
  const pappel: Pappel = await startPappel({ ARCHIVE_DIR, RETENTION_DAYS, ...settings });
  const { pool } = pappel.service.base.database;
  let count = 0;

  const fileOf = (key: string): string => join(ARCHIVE_DIR, key);
  return {
    pappel,
    pool,
    folder,
    ARCHIVE_DIR,
    fileOf,
    night: () => pappel.service.features.archive.jobs['archive.night'].run(),
    keysOf: ({ accountId }: Account): string[] =>
      existsSync(fileOf(accountId))
        ? readdirSync(fileOf(accountId)).map((name) => `${accountId}/${name}`)
        : [],

    async accountWith(documents: number, days = LONG_AGO): Promise<Account> {
      const account = await signUp(pappel, `Archived ${++count} AB`);
      await fillAccount(pool, pappel.dataDir, account, documents, 1_000, days);
      return account;
    },

    async idsOf({ accountId }: Account): Promise<string[]> {
      const { rows } = await pool.query('select id from messages where account_id = $1 order by id', [
        accountId,
      ]);
      return rows.map(({ id }) => id);
    },

    /** The command, with the settings of the service. */
    async archive(...args: string[]) {
      const { databaseUrl: DATABASE_URL = '' } = pappel.service.base.config;
      const env = { DATA_DIR: pappel.dataDir, DATABASE_URL, ARCHIVE_DIR, RETENTION_DAYS };
      const { status, stdout, stderr } = await runPappel(['archive', ...args], env);
      return {
        status,
        stdout,
        stderr,
        json: () => JSON.parse(stdout) as { archives: Archived[]; problems: string[] },
      };
    },

    async stop(): Promise<void> {
      await pappel.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
