import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { openDatabase, transaction } from '../src/platform/db/database.ts';
import { overAll } from '../src/platform/db/roots.ts';
import { EventLog } from '../src/platform/events/follow.ts';
import { accountEventsAfter, type LogEvent } from '../src/platform/events/log-event.ts';
import { recordEvent } from '../src/platform/events/record.ts';
import type { AccountId, CompanyId, MessageId } from '../src/platform/ids.ts';

export interface NodeTask {
  databaseUrl: string;
  accountId: string;
  messages: string[];
  writers: number;
  readers: number;
  longestTransactionMs: number;
}

/** What a reader was handed: the place, the message, and the how-manieth event of it. */
export type Read = [seq: number, messageId: string, turn: number];
export type FromNode = { kind: 'read'; reader: number; events: Read[] } | { kind: 'written'; count: number };

const task = JSON.parse(process.argv[2] ?? '{}') as NodeTask;
const accountId = task.accountId as AccountId;
const database = openDatabase(task.databaseUrl, { onError: () => undefined });
const { db } = database;
const log = new EventLog({ ...database, log: pino({ level: 'silent' }) });
const tell = (said: FromNode) => process.send?.(said);
let writing = true;
let reading = true;

const readOf = ({ seq, messageId, body }: LogEvent): Read => [
  seq,
  messageId ?? '',
  Number(body.data['status']),
];

/** Each event of a message is the effect of the one before: its writer has seen that one committed. */
async function write(): Promise<void> {
  while (writing) {
    const messageId = task.messages[Math.floor(Math.random() * task.messages.length)] as MessageId;
    await transaction(db, async (tx) => {
      await sleep(Math.random() * 0.3 * task.longestTransactionMs);
      const { rows } = await sql<{ turn: number }>`
        update stressed set turn = turn + 1 where message_id = ${messageId} returning turn`.execute(
        overAll(tx, 'job'),
      );
      await recordEvent(tx, {
        accountId,
        companyId: accountId as unknown as CompanyId,
        messageId,
        type: 'document.sending',
        data: {
          messageId,
          direction: 'OUTBOUND',
          status: String(rows[0]?.turn),
          sender: '0007:1',
          receiver: '0007:2',
        },
      });
      await sleep(Math.random() * 0.7 * task.longestTransactionMs);
    });
    tell({ kind: 'written', count: 1 });
  }
}

/** As a client that asks for what follows the last place it knows. */
async function ask(reader: number): Promise<void> {
  let after = 0;
  while (reading) {
    const page = await accountEventsAfter(db, { accountId, after, limit: 100 });
    after = page.lastSeq;
    tell({ kind: 'read', reader, events: page.events.map(readOf) });
    if (page.isComplete) await sleep(10);
  }
}

await log.start({
  // What a lasting reader makes: a row for each event.
  stress: {
    onEvents: async (tx, events) => {
      await sql`insert into stress_made (seq) select unnest(${events.map(({ seq }) => seq)}::bigint[])`.execute(
        overAll(tx, 'job'),
      );
      return undefined;
    },
  },
});
for (let reader = 0; reader < task.readers; reader++) {
  if (reader % 2 === 1) void ask(reader);
  else
    log.follow({
      accountId,
      after: 0,
      onEvents: (events) => void tell({ kind: 'read', reader, events: events.map(readOf) }),
    });
}
const writers = Array.from({ length: task.writers }, write);
process.on('message', async (said) => {
  if (said === 'stop writing') {
    writing = false;
    await Promise.all(writers);
    process.send?.('stopped writing');
  }
  if (said === 'end') {
    reading = false;
    await log.stop();
    process.exit(0);
  }
});
