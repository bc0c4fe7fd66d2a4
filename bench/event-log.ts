/**
 * `npm run bench:events [seconds]`: processor time that a document's events cost, of this process and of the database, at
 * 50 documents a second with the six events that one has on its way out and in: written alone; then with the log that
 * gives them their places; then with a lasting reader that finds nobody to tell.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { v7 } from 'uuid';
import { type Database, openDatabase } from '../apps/service/src/platform/db/database.ts';
import { startEmbeddedPostgres } from '../apps/service/src/platform/db/embedded-postgres.ts';
import { migrate } from '../apps/service/src/platform/db/migrate.ts';
import { overAll } from '../apps/service/src/platform/db/roots.ts';
import type { DocumentEventType } from '../apps/service/src/platform/events/event.ts';
import { EventLog } from '../apps/service/src/platform/events/follow.ts';
import type { LastingReader } from '../apps/service/src/platform/events/lasting-reader.ts';
import { turnMonths } from '../apps/service/src/platform/events/partitions.ts';
import { insertEvents } from '../apps/service/src/platform/events/record.ts';
import { fanOut, nobodyListens } from '../apps/service/src/webhooks/fan-out.ts';
import { asId } from '../apps/service/tests/as-id.ts';
import { databaseTime } from './database-time.ts';

const SECONDS = Number(process.argv[2] ?? 5);
/** The least of them counts: what others do on the machine only adds to it. */
const ROUNDS = 5;
const PACE = 50;
const OUT = [
  ['document.queued_validation'],
  ['document.valid', 'document.sending'],
  ['document.as4_accepted'],
] as const;
const IN = [['document.received'], ['document.acknowledged']] as const;
const log = { info: () => undefined, warn: console.warn, error: console.error };

/** The events of one document, each step in a statement of its own, as they are in service. */
async function travel({ db }: Database): Promise<void> {
  for (const steps of [OUT, IN]) {
    const messageId = v7();
    for (const types of steps)
      await insertEvents(types.map((type) => eventOf(messageId, type))).execute(overAll(db, 'job'));
  }
}

const company = v7();
const eventOf = (messageId: string, type: DocumentEventType) => ({
  accountId: asId<'Account'>(company),
  companyId: asId<'Company'>(company),
  messageId: asId<'Message'>(messageId),
  type,
  data: {
    messageId,
    direction: 'OUTBOUND' as const,
    status: 'SENDING',
    verdict: 'VALID',
    sender: '0007:5567321707',
    receiver: '0192:991825827',
    type: 'invoice',
    documentNumber: 'INV-4711',
  },
});

/** Milliseconds of processor time a document. */
async function measure(
  database: Database,
  dataDir: string,
  readers?: Record<string, LastingReader>,
): Promise<number> {
  const events = readers && new EventLog({ ...database, log });
  await events?.start(readers ?? {});
  await travel(database);
  const own = process.cpuUsage();
  const theirs = databaseTime(dataDir) ?? 0;
  const started = performance.now();
  const under: Promise<void>[] = [];
  for (let i = 0; i < PACE * SECONDS; i++) {
    await sleep(Math.max(0, started + (i * 1000) / PACE - performance.now()));
    under.push(travel(database));
  }
  await Promise.all(under);
  const used = process.cpuUsage(own);
  const total = (used.user + used.system) / 1000 + (databaseTime(dataDir) ?? 0) - theirs;
  await events?.stop();
  return total / (PACE * SECONDS);
}

const dataDir = mkdtempSync(join(tmpdir(), 'pappel-bench-'));
const postgres = await startEmbeddedPostgres(join(dataDir, 'postgres'), () => undefined);
const database = openDatabase(postgres.nearUrl, { onError: () => undefined, isOurs: true });
try {
  await migrate(database.pool);
  await turnMonths({ pool: database.pool, log, eventsDays: 90 });
  const webhooks = { onEvents: fanOut(() => undefined), nobodyCares: nobodyListens };
  const variants: (Record<string, LastingReader> | undefined)[] = [undefined, {}, { webhooks }];
  const least = variants.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < ROUNDS; round++)
    for (const [i, readers] of variants.entries())
      least[i] = Math.min(least[i] ?? 0, await measure(database, dataDir, readers));
  const [alone = 0, placed = 0, read = 0] = least;
  const rows: [string, number][] = [
    ['events of a document written', alone],
    ['and given their places', placed],
    ['of which the sequencer', placed - alone],
    ['and passed over by a lasting reader', read],
    ['of which the lasting reader', read - placed],
  ];
  for (const [name, ms] of rows) console.log(`${name.padEnd(40)} ${ms.toFixed(3)} ms of processor time`);
} finally {
  await database.close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
