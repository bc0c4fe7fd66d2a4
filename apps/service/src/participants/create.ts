import { checkIdentifier as checkValue, identifierScheme } from '@pappel/peppol-ids/identifier-schemes';
import {
  canonicalId,
  type ParticipantId,
  parseParticipantId,
  valuePart,
} from '@pappel/peppol-ids/participant-id';
import { checkIdentifier } from '../companies/identifier.ts';
import type { Principal } from '../platform/access/principal.ts';
import { actedBy, recordAudit } from '../platform/audit.ts';
import { checkCountry } from '../platform/country.ts';
import { companyInReach } from '../platform/db/company-in-reach.ts';
import { type Db, type Tx, transaction, violatedConstraint } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import type { Registration } from '../platform/db/tables.ts';
import { AppError, invalidField } from '../platform/errors.ts';
import { recordEvent } from '../platform/events/record.ts';
import { foldedLines } from '../platform/folded.ts';
import { newId } from '../platform/ids.ts';
import { enqueue } from '../platform/jobs/enqueue.ts';
import { type CapabilityInput, merged, registrableKind } from './capability.ts';
import { type ParticipantRow, participantEvent } from './transition.ts';
import { type ParticipantView, viewOfParticipant } from './view.ts';

export interface ParticipantInput {
  companyId: string;
  scheme: string;
  value: string;
  name: string;
  identifier?: string;
  countryCode?: string;
  capabilities?: CapabilityInput[];
}

const UNREGISTERED: Registration = {
  smp: 'PENDING',
  sml: 'PENDING',
  dns: 'PENDING',
  directory: 'PENDING',
  checkedAt: null,
};

/** PENDING_APPROVAL with its capabilities in one transaction; nothing is published. [PAR-1, PAR-17] */
export async function createParticipant(
  deps: { db: Db; autoApprove: boolean },
  principal: Principal,
  input: ParticipantInput,
): Promise<ParticipantView> {
  const companyId = await companyInReach(deps.db, principal, input.companyId);
  const address = checkedAddress(input.scheme, input.value);
  const countryCode = checkedCountry(input.scheme, input.countryCode);
  const identifier = checkIdentifier(
    input.identifier ?? `${input.scheme}-${valuePart(address)}`.replace(/[^a-z0-9-]/g, '-'),
  );
  const id = newId<'Participant'>();
  const [scheme, value] = [input.scheme, input.value];
  const insert = async (tx: Tx): Promise<ParticipantView> => {
    await requireUnwritten(tx, address);
    const row = await tx
      .insertInto('participants')
      .values({
        id,
        account_id: principal.accountId,
        company_id: companyId,
        scheme,
        value,
        address,
        canonical_id: canonicalId(address),
        name: input.name,
        identifier,
        country_code: countryCode,
        status: 'PENDING_APPROVAL',
        registration: JSON.stringify(UNREGISTERED),
        search_text: foldedLines(canonicalId(address), input.name, identifier),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await insertCapabilities(tx, row, input.capabilities ?? []);
    await recordCreation(tx, principal, row);
    await enqueue(tx, 'participants.check', { participantId: id });
    if (deps.autoApprove) await enqueue(tx, 'participants.publish', { participantId: id });
    return viewOfParticipant(tx, row);
  };
  return transaction(deps.db, insert).catch((error: unknown) => {
    throw takenOr(error);
  });
}

/** Our SMP may serve the address for an access point elsewhere, as it was written there from outside. */
async function requireUnwritten(tx: Tx, address: ParticipantId): Promise<void> {
  const written = await tx
    .selectFrom('smp_groups')
    .where('address', '=', address)
    .select('address')
    .executeTakeFirst();
  if (written) throw new AppError('PARTICIPANT_EXISTS');
}

/** An active scheme a customer may hold, and a value that keeps its rule. [PAR-2] */
function checkedAddress(scheme: string, value: string): ParticipantId {
  const known = identifierScheme(scheme);
  if (known?.state !== 'active')
    throw invalidField('scheme', `${scheme} is no active scheme of the Peppol code list`);
  if (scheme === '0242' || !known.registrable)
    throw invalidField('scheme', `${scheme} is not for customer addresses`);
  const check = checkValue(scheme, value);
  if (!check.ok) throw invalidField('value', `${check.reason}; check the number`);
  const address = parseParticipantId(`${scheme}:${value}`);
  if (!address) throw invalidField('value', 'has characters that a Peppol address cannot have');
  return address;
}

/** The country that the scheme implies, which nothing may contradict, or the one that is given. [PAR-3] */
export function checkedCountry(scheme: string, given: string | undefined): string {
  const implied = identifierScheme(scheme)?.country;
  if (given !== undefined) checkCountry('countryCode', given);
  if (implied && given !== undefined && given !== implied)
    throw invalidField('countryCode', `is ${implied} for the scheme ${scheme}; leave it out`);
  const country = implied ?? given;
  if (!country)
    throw invalidField('countryCode', `must be supplied: the scheme ${scheme} implies no country`);
  return country;
}

/** The same type twice, as SEND and as RECEIVE, becomes one row with BOTH. */
async function insertCapabilities(
  tx: Tx,
  { id: participantId, account_id: accountId }: ParticipantRow,
  inputs: CapabilityInput[],
): Promise<void> {
  for (const [index, input] of inputs.entries()) {
    const kind = registrableKind(input, `capabilities.${index}.`);
    const existing = await overAll(tx, 'found')
      .selectFrom('capabilities')
      .where('participant_id', '=', participantId)
      .where('document_type_id', '=', kind.documentTypeId)
      .where('process_id', '=', kind.processId)
      .selectAll()
      .executeTakeFirst();
    if (existing) {
      await overAll(tx, 'found')
        .updateTable('capabilities')
        .set({
          direction: merged(existing.direction, input.direction),
          allow_unvalidated: input.allowUnvalidated ?? existing.allow_unvalidated,
        })
        .where('id', '=', existing.id)
        .execute();
      continue;
    }
    await tx
      .insertInto('capabilities')
      .values({
        id: newId(),
        account_id: accountId,
        participant_id: participantId,
        document_type_id: kind.documentTypeId,
        process_id: kind.processId,
        direction: input.direction,
        allow_unvalidated: input.allowUnvalidated ?? false,
      })
      .execute();
  }
}

async function recordCreation(tx: Tx, principal: Principal, row: ParticipantRow): Promise<void> {
  const { account_id: accountId, company_id: companyId, id: participantId, address, name } = row;
  await recordAudit(tx, {
    accountId,
    companyId,
    participantId,
    ...actedBy(principal),
    eventType: 'participant.created',
    target: { type: 'participant', id: participantId, name, sub: address },
  });
  await recordEvent(tx, participantEvent(row));
}

export function takenOr(error: unknown): unknown {
  const constraint = violatedConstraint(error);
  if (constraint === 'participants_address_taken') return new AppError('PARTICIPANT_EXISTS');
  return constraint === 'participants_identifier_taken' ? new AppError('IDENTIFIER_TAKEN') : error;
}
