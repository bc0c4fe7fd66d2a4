import type { ParticipantId } from '@pappel/peppol-ids/participant-id';
import type { SmpContext } from '@pappel/smp/context';
import { locate } from '@pappel/smp/locate';
import { canReceive } from '../participants/capability.ts';
import { approve } from '../participants/operate.ts';
import { lockParticipant, moveParticipant, type ParticipantRow } from '../participants/transition.ts';
import { capabilitiesOf } from '../participants/view.ts';
import { type Db, type Tx, transaction } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { ParticipantRowId } from '../platform/ids.ts';
import { enqueue } from '../platform/jobs/enqueue.ts';
import { NotYet } from '../platform/jobs/not-yet.ts';
import { auditMigration } from './migration-audit.ts';
import { noteMovedAway } from './moved-away.ts';
import { type Publisher, registrationOf } from './publisher.ts';

export interface PublishDeps {
  db: Db;
  smp: SmpContext;
  publisher: Publisher;
  autoApprove: boolean;
  giveUpAfterMs?: number;
}

const ACTOR = 'Pappel';
const GIVE_UP_AFTER_MS = 24 * 3_600_000;
const TOKEN_REJECTED = 'MIGRATION_TOKEN_REJECTED';

/**
 * READY to REGISTERING to ACTIVE: our SMP serves the participant from REGISTERING on, the SML is told, and DNS is asked
 * until it names us. Each step may run again after a crash: an address that is registered at our SMP already is done.
 */
export async function publishParticipant(
  deps: PublishDeps,
  { participantId }: { participantId: ParticipantRowId },
): Promise<void> {
  const row = await transaction(deps.db, async (tx) => {
    let current = await lockParticipant(tx, participantId);
    if (current?.status === 'PENDING_APPROVAL' && deps.autoApprove)
      current = await approve(tx, current, ACTOR);
    const receives =
      current && (await capabilitiesOf(tx, [current.id])).some((one) => canReceive(one.direction));
    if (current?.status === 'READY' && receives)
      current = await moveParticipant(tx, current, { to: 'REGISTERING', actorName: ACTOR });
    return current;
  });
  if (row?.status !== 'REGISTERING') return;
  const outcome = await register(deps, row);
  await transaction(deps.db, async (tx) => {
    const current = await lockParticipant(tx, row.id);
    if (current?.status !== 'REGISTERING') return;
    if (outcome.kind === 'refused' && (await tokenOf(tx, current)) !== outcome.token)
      throw new NotYet(`${row.address} was given a migration key meanwhile`);
    if (outcome.kind === 'done') await activate(deps, tx, current);
    else if (outcome.kind === 'refused' || hasWaitedTooLong(deps, current)) await fail(tx, current, outcome);
    else throw new NotYet(`${row.address} is not registered yet: ${outcome.reason}`);
  });
}

const STEPS = ['smp', 'sml', 'dns', 'directory'] as const;
type Step = (typeof STEPS)[number];

type RegistrationOutcome =
  | { kind: 'done' }
  | {
      kind: 'refused' | 'not-yet';
      step: Step;
      reason: string;
      /** The migration key that was tried, if one was. */
      token?: string;
    };

async function register(deps: PublishDeps, row: ParticipantRow): Promise<RegistrationOutcome> {
  const address = row.address;
  const registration = await registrationOf(deps.db, row);
  const outcome = (await isOurs(deps, address))
    ? await deps.publisher.refresh(registration)
    : ((await takeOver(deps, row)) ?? (await deps.publisher.register(registration)));
  if (outcome.kind !== 'done') return outcome;
  return (await isOurs(deps, address))
    ? outcome
    : { kind: 'not-yet', step: 'dns', reason: 'DNS does not name our SMP yet' };
}

/** With a migration key the address comes from another SMP. */
async function takeOver(deps: PublishDeps, row: ParticipantRow): Promise<RegistrationOutcome | undefined> {
  const migration = await transaction(deps.db, (tx) => tryToken(tx, row));
  if (!migration) return undefined;
  const { token, isSecondTry } = migration;
  const outcome = await deps.publisher.takeOver(await registrationOf(deps.db, row), token, isSecondTry);
  if (outcome.kind === 'done') return outcome;
  return outcome.rejectsToken ? { ...outcome, token, reason: TOKEN_REJECTED } : { ...outcome, token };
}

/** The key to try, and whether it was tried before: then a refusal can be the trace of our own success. */
async function tryToken(
  tx: Tx,
  row: ParticipantRow,
): Promise<{ token: string; isSecondTry: boolean } | undefined> {
  const migration = await overAll(tx, 'job')
    .selectFrom('participant_migrations')
    .where('participant_id', '=', row.id)
    .where('direction', '=', 'IN')
    .select(['token', 'asked_at'])
    .forUpdate()
    .executeTakeFirst();
  if (!migration) return undefined;
  await overAll(tx, 'job')
    .updateTable('participant_migrations')
    .set({ asked_at: new Date() })
    .where('participant_id', '=', row.id)
    .where('direction', '=', 'IN')
    .execute();
  return { token: migration.token, isSecondTry: migration.asked_at !== null };
}

async function tokenOf(tx: Tx, row: ParticipantRow): Promise<string | undefined> {
  const migration = await overAll(tx, 'job')
    .selectFrom('participant_migrations')
    .where('participant_id', '=', row.id)
    .where('direction', '=', 'IN')
    .select('token')
    .executeTakeFirst();
  return migration?.token;
}

async function isOurs(deps: PublishDeps, address: ParticipantId): Promise<boolean> {
  const location = await locate(deps.smp, address);
  return location.kind === 'located' && location.smpUrl === deps.publisher.smpUrl;
}

function hasWaitedTooLong(deps: PublishDeps, row: ParticipantRow): boolean {
  return Date.now() - row.status_changed_at.getTime() > (deps.giveUpAfterMs ?? GIVE_UP_AFTER_MS);
}

async function activate(deps: PublishDeps, tx: Tx, row: ParticipantRow): Promise<void> {
  const active = await moveParticipant(tx, row, {
    to: 'ACTIVE',
    actorName: ACTOR,
    smpUrl: deps.publisher.smpUrl,
    publishedAt: new Date(),
    registration: { smp: 'DONE', sml: 'DONE', dns: 'DONE', directory: 'PENDING', checkedAt: nowText() },
  });
  const migration = await forgetMigration(tx, row);
  if (migration) await auditMigration(tx, active, { direction: 'IN' });
  await enqueue(tx, 'participants.index', { participantId: row.id }, { key: `index-${row.id}` });
}

const nowText = (): string => new Date().toISOString();

async function forgetMigration(tx: Tx, row: ParticipantRow): Promise<boolean> {
  const gone = await overAll(tx, 'job')
    .deleteFrom('participant_migrations')
    .where('participant_id', '=', row.id)
    .where('direction', '=', 'IN')
    .returning('participant_id')
    .executeTakeFirst();
  return gone !== undefined;
}

async function fail(
  tx: Tx,
  row: ParticipantRow,
  outcome: Exclude<RegistrationOutcome, { kind: 'done' }>,
): Promise<void> {
  const failed = STEPS.indexOf(outcome.step);
  const state = (step: Step) => {
    const position = STEPS.indexOf(step);
    if (position === failed) return 'FAILED' as const;
    return position < failed ? ('DONE' as const) : ('PENDING' as const);
  };
  await forgetMigration(tx, row);
  const isRejected = outcome.reason === TOKEN_REJECTED;
  await moveParticipant(tx, row, {
    to: 'ERROR',
    actorName: ACTOR,
    reason: isRejected ? outcome.reason : `${outcome.step.toUpperCase()}: ${outcome.reason}`,
    registration: {
      smp: state('smp'),
      sml: state('sml'),
      dns: state('dns'),
      directory: state('directory'),
      checkedAt: nowText(),
    },
  });
}

/** Takes the address out of the network: for good when DEACTIVATING, or until it can receive again. */
export async function withdrawFromNetwork(
  deps: PublishDeps,
  { participantId }: { participantId: ParticipantRowId },
): Promise<void> {
  const row = await overAll(deps.db, 'job')
    .selectFrom('participants')
    .where('id', '=', participantId)
    .selectAll()
    .executeTakeFirst();
  if (row?.status !== 'DEACTIVATING' && row?.status !== 'ACTIVE') return;
  const receives = (await capabilitiesOf(deps.db, [row.id])).some((one) => canReceive(one.direction));
  if (row.status === 'ACTIVE' && receives) return;
  const location = await locate(deps.smp, row.address);
  if (location.kind === 'unreachable') throw new NotYet(location.detail);
  const isHere = location.kind === 'located' && location.smpUrl === deps.publisher.smpUrl;
  if (isHere) {
    const withdrawn = await deps.publisher.withdraw(row.address);
    if (withdrawn.kind !== 'done')
      throw new NotYet(`${row.address} cannot be withdrawn yet: ${withdrawn.reason}`);
  }
  await transaction(deps.db, async (tx) => {
    const current = await lockParticipant(tx, row.id);
    if (current?.status !== row.status) return;
    const to = current.status === 'DEACTIVATING' ? 'DEACTIVATED' : 'READY';
    await moveParticipant(tx, current, { to, actorName: ACTOR });
    if (location.kind === 'located' && !isHere) await noteMovedAway(tx, current, location.smpUrl);
    await enqueue(tx, 'participants.index', { participantId: row.id }, { key: `index-${row.id}` });
  });
}
