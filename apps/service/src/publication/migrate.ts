import { canReceive } from '../participants/capability.ts';
import { participantOf } from '../participants/change.ts';
import { lockParticipant, moveParticipant, type ParticipantRow } from '../participants/transition.ts';
import { capabilitiesOf, type ParticipantView, viewOfParticipant } from '../participants/view.ts';
import type { Principal } from '../platform/access/principal.ts';
import { actedBy, recordAudit } from '../platform/audit.ts';
import { type Db, transaction } from '../platform/db/database.ts';
import { AppError, invalidField } from '../platform/errors.ts';
import { enqueue } from '../platform/jobs/enqueue.ts';
import type { Publisher } from './publisher.ts';

export interface MigrateDeps {
  db: Db;
  publisher: Publisher;
}

/** From when on a participant can come from another provider: it is approved and not ours yet. */
const MAY_COME = ['READY', 'REGISTERING', 'ERROR'];
const MAY_GO = ['ACTIVE', 'SUSPENDED'];
const KEY_LIVES_MS = 30 * 24 * 3_600_000;

/** Takes over, by the token of its present provider, an address that is registered elsewhere. [PAR-11] */
export function migrateIn(
  deps: MigrateDeps,
  principal: Principal,
  id: string,
  token: string,
): Promise<ParticipantView> {
  if (!/^\S{8,24}$/.test(token))
    throw invalidField(
      'token',
      'is no migration key: 8 to 24 characters without blanks. Ask the present provider',
    );
  return transaction(deps.db, async (tx) => {
    const { id: rowId } = await participantOf(tx, principal, id);
    const row = await lockParticipant(tx, rowId);
    if (!row) throw new AppError('NOT_FOUND');
    if (!MAY_COME.includes(row.status)) throw notNow(row);
    const receives = (await capabilitiesOf(tx, [row.id])).some((one) => canReceive(one.direction));
    if (!receives)
      throw new AppError('INVALID_STATE', {
        message:
          'The participant receives nothing, so there is nothing to publish. Add a RECEIVE capability first.',
      });
    await tx
      .insertInto('participant_migrations')
      .values({ ...of(row), direction: 'IN', token, asked_at: null, expires_at: null })
      .onConflict((conflict) =>
        conflict
          .columns(['participant_id', 'direction', 'account_id'])
          .doUpdateSet({ token, asked_at: null }),
      )
      .execute();
    const moved =
      row.status === 'REGISTERING'
        ? row
        : await moveParticipant(tx, row, { to: 'REGISTERING', ...actedBy(principal) });
    await enqueue(tx, 'participants.publish', { participantId: row.id });
    return viewOfParticipant(tx, moved);
  });
}

/** A token by which another provider takes the address over; until it does, everything stays as it is. */
export async function migrateOut(
  deps: MigrateDeps,
  principal: Principal,
  id: string,
): Promise<{ token: string; expiresAt: string }> {
  const row = await participantOf(deps.db, principal, id);
  if (!MAY_GO.includes(row.status)) throw notNow(row);
  const prepared = await deps.publisher.prepareMigration(row.address);
  if (prepared.kind !== 'prepared') {
    if (prepared.kind === 'refused')
      throw new AppError('INVALID_STATE', {
        message: `The address cannot be handed over: ${prepared.reason}. Contact the operator.`,
      });
    throw new AppError('UNAVAILABLE', { retryAfter: 30 });
  }
  const { token } = prepared;
  const expires_at = new Date(Date.now() + KEY_LIVES_MS);
  await transaction(deps.db, async (tx) => {
    const created_at = new Date();
    await tx
      .insertInto('participant_migrations')
      .values({ ...of(row), direction: 'OUT', token, expires_at, created_at, asked_at: null })
      .onConflict((conflict) =>
        conflict
          .columns(['participant_id', 'direction', 'account_id'])
          .doUpdateSet({ token, expires_at, created_at }),
      )
      .execute();
    await recordAudit(tx, {
      accountId: row.account_id,
      companyId: row.company_id,
      participantId: row.id,
      ...actedBy(principal),
      eventType: 'participant.updated',
      target: { type: 'participant', id: row.id, name: row.name, sub: row.address },
      metadata: { migration: 'OUT', expiresAt: expires_at.toISOString() },
    });
    const runAt = new Date(Date.now() + 1_000);
    const key = `watch-${row.id}`;
    await enqueue(tx, 'participants.watch-migration', { participantId: row.id }, { key, runAt });
  });
  return { token, expiresAt: expires_at.toISOString() };
}

const of = (row: ParticipantRow) => ({ participant_id: row.id, account_id: row.account_id });

const notNow = ({ status }: ParticipantRow): AppError =>
  new AppError('INVALID_STATE', {
    message: `A participant that is ${status} cannot be migrated that way. Look at its status first.`,
  });
