import { isOfProvider } from '@pappel/mls/addressing';
import { readStatus } from '@pappel/mls/read';
import type { MessageLevelStatus } from '@pappel/mls/status';
import { parseSeatId } from '@pappel/peppol-ids/seat-id';
import type { Selectable } from 'kysely';
import type { Logger } from 'pino';
import { applyMls } from '../messages/mls.ts';
import type { MessageRow } from '../messages/transition.ts';
import { type Db, type Tx, transaction } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { Tables } from '../platform/db/tables.ts';
import type { MlsReceivedId } from '../platform/ids.ts';
import { enqueue } from '../platform/jobs/enqueue.ts';
import type { Metrics } from '../platform/metrics.ts';

interface ApplyDeps {
  db: Db;
  metrics: Metrics;
  log: Pick<Logger, 'warn'>;
}

type Kept = Selectable<Tables['mls_received']>;
type Outcome = Kept['outcome'];

/** A status may be faster than our own note of the Receipt; and a lost Receipt is repeated for more than a day. */
const WAIT_AT_MOST_MS = 48 * 3_600_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 600_000;

/**
 * Finds the outbound document that a status is about, by the envelope's instance identifier, and shows the status on it.
 * Only the provider that took the document may say what became of it. One that fits nothing stays as evidence, is counted,
 * and is never answered [MLS OP-MLS-03].
 */
export async function applyStatus(
  deps: ApplyDeps,
  { mlsReceivedId }: { mlsReceivedId: MlsReceivedId },
): Promise<void> {
  const result = await transaction(deps.db, async (tx) => {
    const kept = await overAll(tx, 'job')
      .selectFrom('mls_received')
      .where('id', '=', mlsReceivedId)
      .where('outcome', '=', 'WAITING')
      .selectAll()
      .forUpdate()
      .executeTakeFirst();
    return kept && decide(tx, kept);
  });
  if (!result || result.outcome === 'WAITING') return;
  deps.metrics.mls.outcomes.inc({ outcome: result.outcome });
  if (result.outcome === 'APPLIED') observe(deps.metrics, result);
  else
    deps.log.warn(
      { mlsReceivedId, outcome: result.outcome, problem: result.problem },
      'a status fits nothing',
    );
}

interface Decision {
  outcome: Outcome;
  problem?: string;
  kept: Kept;
  message?: MessageRow;
  status?: MessageLevelStatus;
}

async function decide(tx: Tx, kept: Kept): Promise<Decision> {
  const reading = readStatus(kept.document);
  const decision = reading.ok ? await correlate(tx, kept, reading.status) : invalid(kept, reading.problems);
  if (decision.outcome === 'WAITING') {
    const age = Date.now() - kept.received_at.getTime();
    const runAt = new Date(Date.now() + Math.min(Math.max(age, FIRST_PAUSE_MS), LONGEST_PAUSE_MS));
    await enqueue(tx, 'inbound.apply-mls', { mlsReceivedId: kept.id }, { runAt });
    return decision;
  }
  await overAll(tx, 'job')
    .updateTable('mls_received')
    .set({
      outcome: decision.outcome,
      problem: decision.problem ?? null,
      message_id: decision.message?.id ?? null,
    })
    .where('id', '=', kept.id)
    .execute();
  return decision;
}

const invalid = (kept: Kept, problems: string[]): Decision => ({
  outcome: 'INVALID',
  problem: problems.join('; '),
  kept,
});

async function correlate(tx: Tx, kept: Kept, status: MessageLevelStatus): Promise<Decision> {
  const seat = parseSeatId(kept.sender_seat);
  if (!seat || !isOfProvider(kept.sender, seat) || status.sender !== kept.sender)
    return { outcome: 'OTHER_PROVIDER', problem: `${kept.sender} is not of ${kept.sender_seat}`, kept };
  const message = await overAll(tx, 'job')
    .selectFrom('messages')
    .where('sbdh_instance_id', '=', status.reference)
    .where('direction', '=', 'OUTBOUND')
    .selectAll()
    .executeTakeFirst();
  if (!message) return { outcome: 'UNKNOWN_DOCUMENT', problem: `No document ${status.reference}`, kept };
  if (isUnderWay(message) && Date.now() - kept.received_at.getTime() < WAIT_AT_MOST_MS)
    return { outcome: 'WAITING', kept };
  const taker = message.receiver_access_point;
  if (taker !== kept.sender_seat) {
    const problem = `${taker ?? 'Nobody'} took the document, not ${kept.sender_seat}`;
    return { outcome: 'OTHER_PROVIDER', problem, kept };
  }
  const isFirst = await applyMls(tx, message, status, kept.received_at);
  return { outcome: isFirst ? 'APPLIED' : 'REPEATED', kept, message, status };
}

const isUnderWay = (message: MessageRow): boolean =>
  message.status === 'SENDING' || (message.status === 'SEND_RETRY' && !message.receiver_access_point);

function observe(metrics: Metrics, { kept, message, status }: Decision): void {
  if (!message || !status) return;
  const seconds = (kept.received_at.getTime() - message.envelope_created_at.getTime()) / 1000;
  metrics.mls.received.observe({ code: status.code }, Math.max(0, seconds));
}
