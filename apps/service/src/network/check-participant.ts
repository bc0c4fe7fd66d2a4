import { identifierScheme, wrongCheckDigit } from '@pappel/peppol-ids/identifier-schemes';
import { type ParticipantId, schemeOf } from '@pappel/peppol-ids/participant-id';
import { type DirectoryContext, searchDirectory } from '@pappel/smp/directory';
import type { ParticipantCheck } from '../participants/check.ts';
import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import { AppError } from '../platform/errors.ts';
import { folded } from '../platform/folded.ts';
import { type ParticipantRowId, parseId } from '../platform/ids.ts';
import type { NetworkView } from './network-view.ts';

export interface CheckDeps {
  db: Db;
  networkView: Pick<NetworkView, 'registration'>;
  /** Undefined where there is none. */
  directory: DirectoryContext | undefined;
}

type Found = Pick<ParticipantCheck, 'outcome' | 'detail'>;

/** What somebody who approves an address wants to know first; kept, so that a list can show it. [OPR-18] */
export async function checkParticipant(
  deps: CheckDeps,
  id: ParticipantRowId,
): Promise<ParticipantCheck[] | undefined> {
  const row = await overAll(deps.db, 'operator')
    .selectFrom('participants')
    .where('id', '=', id)
    .select(['address', 'name', 'status', 'account_id'])
    .executeTakeFirst();
  if (!row) return undefined;
  const [held, listed] = await Promise.all([
    heldElsewhere(deps, row.address, row.status),
    directoryName(deps, row.address, row.name),
  ]);
  const checkedAt = new Date().toISOString();
  const checks: ParticipantCheck[] = [
    { name: 'numberValid', ...numberValid(row.address), checkedAt },
    { name: 'heldElsewhere', ...held, checkedAt },
    { name: 'directoryName', ...listed, checkedAt },
  ];
  const kept = { checks: JSON.stringify(checks), checked_at: new Date(checkedAt) };
  await overAll(deps.db, 'operator')
    .insertInto('participant_checks')
    .values({ participant_id: id, account_id: row.account_id, ...kept })
    .onConflict((conflict) => conflict.columns(['participant_id', 'account_id']).doUpdateSet(kept))
    .execute();
  return checks;
}

/** The same because somebody asked. */
export async function checkAgain(deps: CheckDeps, id: string): Promise<ParticipantCheck[]> {
  const participantId = parseId<'Participant'>(id);
  const checks = participantId && (await checkParticipant(deps, participantId));
  if (!checks) throw new AppError('NOT_FOUND');
  return checks;
}

function numberValid(address: ParticipantId): Found {
  const scheme = identifierScheme(schemeOf(address));
  const wrong = wrongCheckDigit(address);
  if (wrong !== undefined) return { outcome: 'bad', detail: `${wrong}.` };
  if (!scheme?.hasRule)
    return {
      outcome: 'unknown',
      detail: `${scheme?.id ?? 'The scheme'} has no rule that a number could break.`,
    };
  return { outcome: 'good', detail: `It keeps the rule of ${scheme.id}.` };
}

/** An address of ours that is published is found at our own SMP. */
async function heldElsewhere(
  { networkView }: CheckDeps,
  address: ParticipantId,
  status: string,
): Promise<Found> {
  if (status === 'ACTIVE') return { outcome: 'good', detail: 'It is published by us.' };
  const found = await networkView.registration(address);
  if (found.kind === 'trouble')
    return { outcome: 'unknown', detail: `The network could not be asked (${found.code}).` };
  if (found.kind === 'not-registered') return { outcome: 'good', detail: 'It is free on the network.' };
  const host = URL.parse(found.smpUrl)?.host ?? found.smpUrl;
  return { outcome: 'bad', detail: `It is held at another provider: ${host.slice(0, 200)}.` };
}

/** Being listed proves nothing, but another name is a reason to ask. */
async function directoryName({ directory }: CheckDeps, address: ParticipantId, name: string): Promise<Found> {
  if (!directory) return { outcome: 'unknown', detail: 'No Directory is set up here.' };
  const answer = await searchDirectory(directory, { participant: address }, { pageSize: 1 });
  if (answer.kind !== 'answered') return { outcome: 'unknown', detail: 'The Directory could not be asked.' };
  const listed = answer.matches.find(({ participant }) => participant === address)?.name;
  if (listed === undefined) return { outcome: 'unknown', detail: 'The Directory does not know it.' };
  return folded(listed) === folded(name)
    ? { outcome: 'good', detail: 'The Directory has it by the same name.' }
    : { outcome: 'bad', detail: `The Directory has it by another name: ${listed.slice(0, 200)}.` };
}
