import {
  PARTICIPANT_SCHEME,
  type ParticipantId,
  parseParticipantId,
} from '@pappel/peppol-ids/participant-id';
import { childrenNamed, findAll, textOf, type XmlElement } from '@pappel/xml/tree';
import { escapeText } from '@pappel/xml/write';
import { IDS } from './namespaces.ts';
import {
  BDMSL,
  callSml,
  LRS,
  type SmlContext,
  type SmlFailure,
  type SmlOutcome,
  withoutBody,
} from './sml-soap.ts';

export type { SmlContext, SmlFailure, SmlFault, SmlOutcome } from './sml-soap.ts';

/** Where an SMP is. */
export interface SmpAddress {
  /** The https URL that DNS shall name, without slash at the end. */
  url: string;
  /** IPv4; the interface wants one, and nobody reads it. */
  ip: string;
}

/** Registers our SMP [SML 1.3 3.2.1]. `bad-request` when the id is in use. */
export function createSmp(context: SmlContext, address: SmpAddress): Promise<SmlOutcome> {
  return withoutBody(
    callSml(context, 'manageservicemetadata', 'createIn', smpXml('Create', context, address)),
  );
}

/** Changes our SMP's address; every record of its participants names the new one from then on. */
export function updateSmp(context: SmlContext, address: SmpAddress): Promise<SmlOutcome> {
  return withoutBody(
    callSml(context, 'manageservicemetadata', 'updateIn', smpXml('Update', context, address)),
  );
}

/** What the SML knows of our SMP; `not-found` when it knows none under this id. */
export async function readSmp(context: SmlContext): Promise<{ ok: true; address: SmpAddress } | SmlFailure> {
  // The schema wants an endpoint here too; only the id counts.
  const body = smpXml('Read', context, { url: 'https://smp.invalid', ip: '0.0.0.0' });
  const answer = await callSml(context, 'manageservicemetadata', 'readIn', body);
  if (!answer.ok) return answer;
  const text = (name: string): string => {
    const [found] = answer.body ? findAll(answer.body, LRS, name) : [];
    return found ? textOf(found).trim() : '';
  };
  return { ok: true, address: { url: text('LogicalAddress'), ip: text('PhysicalAddress') } };
}

/** Removes our SMP together with the records of all its participants. */
export function deleteSmp(context: SmlContext): Promise<SmlOutcome> {
  const body = `<lrs:ServiceMetadataPublisherID xmlns:lrs="${LRS}">${escapeText(context.smpId)}</lrs:ServiceMetadataPublisherID>`;
  return withoutBody(callSml(context, 'manageservicemetadata', 'deleteIn', body));
}

/**
 * Has the SML know us by another certificate from a day on; it knows an SMP by nothing else. The call is made with the
 * certificate that is in use, which must still be valid, as must be the next one then. Of the software of the Peppol SML,
 * no part of the standard; `bad-request` for a day that is past.
 *
 * @param certificatePem the next certificate of the SMP
 * @param from the day, in UTC
 */
export function prepareCertificateChange(
  context: SmlContext,
  certificatePem: string,
  from: Date,
): Promise<SmlOutcome> {
  const body =
    `<b:PrepareChangeCertificate xmlns:b="${BDMSL}"><b:newCertificatePublicKey>${escapeText(certificatePem.trim())}</b:newCertificatePublicKey>` +
    `<b:migrationDate>${from.toISOString().slice(0, 10)}</b:migrationDate></b:PrepareChangeCertificate>`;
  return withoutBody(callSml(context, 'bdmslservice', 'prepareChangeCertificateIn', body));
}

function smpXml(verb: 'Create' | 'Read' | 'Update', { smpId }: SmlContext, { url, ip }: SmpAddress): string {
  const name = `${verb}ServiceMetadataPublisherService`;
  return (
    `<lrs:${name} xmlns:lrs="${LRS}"><lrs:PublisherEndpoint><lrs:LogicalAddress>${escapeText(url)}</lrs:LogicalAddress>` +
    `<lrs:PhysicalAddress>${escapeText(ip)}</lrs:PhysicalAddress></lrs:PublisherEndpoint>` +
    `<lrs:ServiceMetadataPublisherID>${escapeText(smpId)}</lrs:ServiceMetadataPublisherID></lrs:${name}>`
  );
}

/** Registers a participant at our SMP; from then on DNS names us. One record, however many document types. */
export function createParticipant(context: SmlContext, participant: ParticipantId): Promise<SmlOutcome> {
  return onParticipant(context, 'createIn', 'CreateParticipantIdentifier', participant);
}

/** Removes a participant's record. */
export function deleteParticipant(context: SmlContext, participant: ParticipantId): Promise<SmlOutcome> {
  return onParticipant(context, 'deleteIn', 'DeleteParticipantIdentifier', participant);
}

/**
 * Leaves the address to whoever shows `migrationKey`; until then it stays ours. Another call replaces the key
 * [SML 1.3 3.3.6]. For keys see `newMigrationKey`.
 */
export function prepareMigration(
  context: SmlContext,
  participant: ParticipantId,
  migrationKey: string,
): Promise<SmlOutcome> {
  return onParticipant(context, 'prepareMigrateIn', 'PrepareMigrationRecord', participant, migrationKey);
}

/** Takes an address over from the SMP that prepared it under this key: DNS names us from then on [SML 1.3 3.3.7]. */
export function migrate(
  context: SmlContext,
  participant: ParticipantId,
  migrationKey: string,
): Promise<SmlOutcome> {
  return onParticipant(context, 'migrateIn', 'CompleteMigrationRecord', participant, migrationKey);
}

function onParticipant(
  context: SmlContext,
  action: string,
  name: string,
  participant: ParticipantId,
  migrationKey?: string,
): Promise<SmlOutcome> {
  const key =
    migrationKey === undefined ? '' : `<lrs:MigrationKey>${escapeText(migrationKey)}</lrs:MigrationKey>`;
  const body = `<lrs:${name} xmlns:lrs="${LRS}" xmlns:ids="${IDS}">${ourId(context)}${participantXml(participant)}${key}</lrs:${name}>`;
  return withoutBody(callSml(context, 'manageparticipantidentifier', action, body));
}

/** No list may be longer [ICD]. */
const LIST_LIMIT = 100;

/** Registers many at once: all of them, or, as far as a group of a hundred goes, none. */
export function createParticipants(
  context: SmlContext,
  participants: readonly ParticipantId[],
): Promise<SmlOutcome> {
  return onList(context, 'createListIn', 'CreateList', participants);
}

/** Removes the records of many at once, likewise. */
export function deleteParticipants(
  context: SmlContext,
  participants: readonly ParticipantId[],
): Promise<SmlOutcome> {
  return onList(context, 'deleteListIn', 'DeleteList', participants);
}

async function onList(
  context: SmlContext,
  action: string,
  name: string,
  participants: readonly ParticipantId[],
): Promise<SmlOutcome> {
  for (let start = 0; start < participants.length; start += LIST_LIMIT) {
    const group = participants.slice(start, start + LIST_LIMIT);
    // In lists the participants come first.
    const body = `<lrs:${name} xmlns:lrs="${LRS}" xmlns:ids="${IDS}">${group.map(participantXml).join('')}${ourId(context)}</lrs:${name}>`;
    const outcome = await withoutBody(callSml(context, 'manageparticipantidentifier', action, body));
    if (!outcome.ok) return outcome;
  }
  return { ok: true };
}

export interface ParticipantPage {
  participants: ParticipantId[];
  /** To be asked for next; undefined on the last page. */
  nextPage: string | undefined;
}

/** One page of the participants that the SML has for our SMP; the first when `page` is not given. */
export async function listParticipants(
  context: SmlContext,
  page?: string,
): Promise<({ ok: true } & ParticipantPage) | SmlFailure> {
  const next =
    page === undefined ? '' : `<lrs:NextPageIdentifier>${escapeText(page)}</lrs:NextPageIdentifier>`;
  const body = `<lrs:PageRequest xmlns:lrs="${LRS}">${ourId(context)}${next}</lrs:PageRequest>`;
  const answer = await callSml(context, 'manageparticipantidentifier', 'listIn', body);
  return answer.ok ? { ok: true, ...pageOf(answer.body) } : answer;
}

/** Whether the SML has the participant for our SMP: reads page by page, so ask only when nothing else tells. */
export async function isListed(
  context: SmlContext,
  participant: ParticipantId,
): Promise<{ ok: true; listed: boolean } | SmlFailure> {
  for (let page: string | undefined; ; ) {
    const answer = await listParticipants(context, page);
    if (!answer.ok) return answer;
    if (answer.participants.includes(participant)) return { ok: true, listed: true };
    if (answer.nextPage === undefined) return { ok: true, listed: false };
    page = answer.nextPage;
  }
}

function pageOf(body: XmlElement | undefined): ParticipantPage {
  if (!body) return { participants: [], nextPage: undefined };
  const ids = childrenNamed(body, IDS, 'ParticipantIdentifier').map((one) => parseParticipantId(textOf(one)));
  const [next] = childrenNamed(body, LRS, 'NextPageIdentifier');
  const nextPage = next && textOf(next).trim();
  return { participants: ids.filter((id) => id !== undefined), nextPage: nextPage || undefined };
}

const ourId = ({ smpId }: SmlContext): string =>
  `<lrs:ServiceMetadataPublisherID>${escapeText(smpId)}</lrs:ServiceMetadataPublisherID>`;

const participantXml = (participant: ParticipantId): string =>
  `<ids:ParticipantIdentifier scheme="${PARTICIPANT_SCHEME}">${escapeText(participant)}</ids:ParticipantIdentifier>`;
