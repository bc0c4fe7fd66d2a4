import type { ParticipantId } from '@pappel/peppol-ids/participant-id';
import type { SmpContext } from '@pappel/smp/context';
import { locate } from '@pappel/smp/locate';
import { createParticipant, deleteParticipant, type SmlContext, type SmlOutcome } from '@pappel/smp/sml';
import { type Db, transaction } from '../platform/db/database.ts';
import type { Registration } from '../platform/db/tables.ts';
import { canReceive } from './capability.ts';
import { approve } from './operate.ts';
import { lockParticipant, moveParticipant, type ParticipantRow } from './transition.ts';
import { capabilitiesOf } from './view.ts';

export interface PublishDeps {
  db: Db;
  smp: SmpContext;
  sml: SmlContext;
  smpPublicUrl: string;
  autoApprove: boolean;
  giveUpAfterMs?: number;
}

const ACTOR = 'Pappel';
const GIVE_UP_AFTER_MS = 24 * 3_600_000;

/**
 * READY to REGISTERING to ACTIVE: our SMP serves the participant from REGISTERING on, the SML is told, and DNS is asked
 * until it names us. Each step may run again after a crash: an address that is registered at our SMP already is done.
 */
export async function publishParticipant(
  deps: PublishDeps,
  { participantId }: { participantId: string },
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
  const outcome = await register(deps, row.address as ParticipantId);
  await transaction(deps.db, async (tx) => {
    const current = await lockParticipant(tx, row.id);
    if (current?.status !== 'REGISTERING') return;
    if (outcome.kind === 'done') await activate(deps, tx, current);
    else if (outcome.kind === 'refused' || hasWaitedTooLong(deps, current)) await fail(tx, current, outcome);
    else throw new Error(`${row.address} is not registered yet: ${outcome.reason}`);
  });
}

type Step = 'sml' | 'dns';
type RegistrationOutcome = { kind: 'done' } | { kind: 'refused' | 'not-yet'; step: Step; reason: string };

async function register(deps: PublishDeps, address: ParticipantId): Promise<RegistrationOutcome> {
  if (await isOurs(deps, address)) return { kind: 'done' };
  const created = await createParticipant(deps.sml, address);
  if (!created.ok && !isTemporary(created)) return { kind: 'refused', step: 'sml', reason: created.message };
  if (!created.ok) return { kind: 'not-yet', step: 'sml', reason: created.message };
  return (await isOurs(deps, address))
    ? { kind: 'done' }
    : { kind: 'not-yet', step: 'dns', reason: 'DNS does not name our SMP yet' };
}

async function isOurs(deps: PublishDeps, address: ParticipantId): Promise<boolean> {
  const location = await locate(deps.smp, address);
  return location.kind === 'located' && location.smpUrl === deps.smpPublicUrl;
}

const isTemporary = (outcome: SmlOutcome & { ok: false }): boolean =>
  outcome.fault === 'unreachable' || outcome.fault === 'internal';

function hasWaitedTooLong(deps: PublishDeps, row: ParticipantRow): boolean {
  return Date.now() - row.status_changed_at.getTime() > (deps.giveUpAfterMs ?? GIVE_UP_AFTER_MS);
}

const steps = (sml: Registration['sml'], dns: Registration['dns']): Registration => ({
  smp: 'DONE',
  sml,
  dns,
  directory: 'PENDING',
  checkedAt: new Date().toISOString(),
});

async function activate(
  deps: PublishDeps,
  tx: Parameters<typeof moveParticipant>[0],
  row: ParticipantRow,
): Promise<void> {
  await moveParticipant(tx, row, {
    to: 'ACTIVE',
    actorName: ACTOR,
    smpUrl: deps.smpPublicUrl,
    publishedAt: new Date(),
    registration: steps('DONE', 'DONE'),
  });
}

async function fail(
  tx: Parameters<typeof moveParticipant>[0],
  row: ParticipantRow,
  outcome: Exclude<RegistrationOutcome, { kind: 'done' }>,
): Promise<void> {
  await moveParticipant(tx, row, {
    to: 'ERROR',
    actorName: ACTOR,
    reason: `${outcome.step.toUpperCase()}: ${outcome.reason}`,
    registration: outcome.step === 'sml' ? steps('FAILED', 'PENDING') : steps('DONE', 'FAILED'),
  });
}

/** Takes the address out of the network: for good when DEACTIVATING, or until it can receive again. */
export async function withdrawFromNetwork(
  deps: PublishDeps,
  { participantId }: { participantId: string },
): Promise<void> {
  const row = await deps.db
    .selectFrom('participants')
    .where('id', '=', participantId as never)
    .selectAll()
    .executeTakeFirst();
  if (row?.status !== 'DEACTIVATING' && row?.status !== 'ACTIVE') return;
  const receives = (await capabilitiesOf(deps.db, [row.id])).some((one) => canReceive(one.direction));
  if (row.status === 'ACTIVE' && receives) return;
  if (await isOurs(deps, row.address as ParticipantId)) {
    const deleted = await deleteParticipant(deps.sml, row.address as ParticipantId);
    if (!deleted.ok && deleted.fault !== 'not-found')
      throw new Error(`${row.address} cannot be withdrawn yet: ${deleted.message}`);
  }
  await transaction(deps.db, async (tx) => {
    const current = await lockParticipant(tx, row.id);
    if (current?.status !== row.status) return;
    const to = current.status === 'DEACTIVATING' ? 'DEACTIVATED' : 'READY';
    await moveParticipant(tx, current, { to, actorName: ACTOR });
  });
}
