import { sql } from 'kysely';
import type { Actor } from '../platform/access/actor.ts';
import { type Db, transaction } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import { AppError, invalidField } from '../platform/errors.ts';
import { recordOperatorAudit } from '../platform/operator-audit.ts';
import { forgetReadings } from './circuit-breaker.ts';

export interface CircuitView {
  endpointUrl: string;
  host: string;
  failures: number;
  state: 'OPEN' | 'CLOSED';
  openUntil?: string;
  /** Of who holds it back. */
  reason?: string;
  /** Documents whose last try was there and that wait for another. */
  waiting: number;
}

interface Row {
  url: string;
  failures: number;
  until: Date | null;
  reason: string | null;
  waiting: number;
}

const MOST = 500;

/** Endpoints of access points that failed since they last answered; those that are left alone first. */
export async function listCircuits({ db }: { db: Db }): Promise<CircuitView[]> {
  const { rows } = await sql<Row>`
    with waiting as (
      select last.endpoint_url, count(*)::int as count
      from messages join lateral (
        select endpoint_url from message_attempts
        where message_id = messages.id and message_attempts.account_id = messages.account_id order by number desc limit 1
      ) as last on true
      where messages.status = 'SEND_RETRY' group by 1)
    select circuit_breakers.endpoint_url as url, failures, open_until as until, reason,
      coalesce(waiting.count, 0) as waiting
    from circuit_breakers left join waiting on waiting.endpoint_url = circuit_breakers.endpoint_url
    order by open_until > now() desc nulls last, waiting desc, url limit ${MOST}`.execute(
    overAll(db, 'operator'),
  );
  return rows.map(({ url, failures, until, reason, waiting }) => {
    const isOpen = until !== null && until > new Date();
    return {
      endpointUrl: url,
      host: URL.parse(url)?.host ?? url,
      failures,
      state: isOpen ? 'OPEN' : 'CLOSED',
      openUntil: until?.toISOString(),
      reason: isOpen ? (reason ?? undefined) : undefined,
      waiting,
    };
  });
}

export interface OpenCircuit {
  endpointUrl: string;
  minutes: number;
  reason: string;
}

/** Leaves an access point alone for a while: documents for it wait, and no attempt is counted. */
export async function openCircuit(
  { db }: { db: Db },
  { endpointUrl, minutes, reason }: OpenCircuit,
  actor: Actor,
): Promise<void> {
  if (!/^https?:$/.test(URL.parse(endpointUrl)?.protocol ?? ''))
    throw invalidField('endpointUrl', 'must be the URL of an access point, as a document shows it');
  await transaction(db, async (tx) => {
    await sql`insert into circuit_breakers (endpoint_url, failures, open_until, reason)
      values (${endpointUrl}, 0, now() + make_interval(mins => ${minutes}), ${reason})
      on conflict (endpoint_url) do update set open_until = excluded.open_until, reason = excluded.reason`.execute(
      overAll(tx, 'of nobody'),
    );
    await recordOperatorAudit(tx, {
      actor,
      eventType: 'circuit.opened',
      target: { type: 'circuit', id: endpointUrl },
      metadata: { minutes, reason },
    });
  });
  forgetReadings(db);
}

/** Tries it again from now on. */
export async function closeCircuit(
  { db }: { db: Db },
  { endpointUrl, reason }: { endpointUrl: string; reason?: string },
  actor: Actor,
): Promise<void> {
  await transaction(db, async (tx) => {
    const closed = await tx
      .deleteFrom('circuit_breakers')
      .where('endpoint_url', '=', endpointUrl)
      .returning('endpoint_url')
      .executeTakeFirst();
    if (!closed)
      throw new AppError('NOT_FOUND', { message: 'No circuit of that URL is known. See the list.' });
    await recordOperatorAudit(tx, {
      actor,
      eventType: 'circuit.closed',
      target: { type: 'circuit', id: endpointUrl },
      metadata: { reason },
    });
  });
  forgetReadings(db);
}
