import { MLS_DOCUMENT_TYPE, MLS_PROCESS } from '@pappel/mls/status';
import { type DocumentTypeId, parseDocumentTypeId } from '@pappel/peppol-ids/document-type-id';
import { canonicalId, type ParticipantId, parseParticipantId } from '@pappel/peppol-ids/participant-id';
import type { KeyMaterial } from '@pappel/pki/key-material';
import { businessCardXml } from '@pappel/smp/business-card';
import {
  serviceGroupXml,
  signedMetadataXml,
  signedRedirectXml,
  signedServiceMetadataXml,
} from '@pappel/smp/write';
import { businessCardOf } from '../participants/business-card.ts';
import type { ReceivedType } from '../participants/received-types.ts';
import type { Db } from '../platform/db/database.ts';
import { type ServedParticipant, servedUnder } from './served-participant.ts';
import { type Resource, signedOnce } from './signed.ts';

export interface SmpServerDeps {
  db: Db;
  smpKey: KeyMaterial;
  accessPointKey: KeyMaterial;
  smpPublicUrl: string;
  as4PublicUrl: string;
  contact: string;
  /** Ourselves: we take Message Level Statuses at this address. */
  provider: { spid: ParticipantId };
}

/** The service group of a participant, or undefined. [SMP 1.4 5.5.1] */
export async function serviceGroupOf(
  deps: SmpServerDeps,
  participant: string,
): Promise<Resource | undefined> {
  const served = await servedBy(deps, participant);
  if (!served) return undefined;
  const types =
    served.kind === 'group' ? served.documentTypeIds : served.types.map((one) => one.documentTypeId);
  return { content: serviceGroupXml(deps.smpPublicUrl, served.id, types), changedAt: changedAt(served) };
}

const changedAt = (served: ServedParticipant): Date =>
  served.kind === 'moved' ? served.since : served.changedAt;

function servedBy(deps: SmpServerDeps, participant: string): Promise<ServedParticipant | undefined> {
  const id = parseParticipantId(participant);
  if (id !== deps.provider.spid) return servedUnder(deps.db, participant);
  const types = [{ documentTypeId: MLS_DOCUMENT_TYPE, processIds: [MLS_PROCESS] }];
  const { validFrom } = deps.accessPointKey.certificate;
  return Promise.resolve({ kind: 'own', id, row: undefined, changedAt: validFrom, types });
}

/** Signed metadata of one document type, or undefined. [SMP 1.4 5.5.2] */
export async function serviceMetadataOf(
  deps: SmpServerDeps,
  participant: string,
  documentType: string,
): Promise<Resource | undefined> {
  const served = await servedBy(deps, participant);
  const documentTypeId = parseDocumentTypeId(documentType);
  if (!served || !documentTypeId) return undefined;
  if (served.kind === 'group') return writtenMetadata(deps, served, documentTypeId);
  const type = served.types.find((one) => one.documentTypeId === documentTypeId);
  if (!type) return undefined;
  return served.kind === 'own' ? ownMetadata(deps, served, type) : redirect(deps, served, type);
}

function ownMetadata(
  deps: SmpServerDeps,
  { id }: ServedParticipant & { kind: 'own' },
  { documentTypeId, processIds }: ReceivedType,
): Promise<Resource> {
  const { certificate } = deps.accessPointKey;
  const madeOf = ['own', ...processIds, deps.as4PublicUrl, certificate.fingerprint, deps.contact];
  const endpoint = {
    url: deps.as4PublicUrl,
    certificateDer: certificate.der,
    activation: certificate.validFrom,
    expiration: certificate.validTo,
    contact: deps.contact,
  };
  return signedOnce(deps, { address: id, documentTypeId, madeOf }, () =>
    signedServiceMetadataXml(id, documentTypeId, processIds, endpoint, signingKey(deps)),
  );
}

function redirect(
  deps: SmpServerDeps,
  { id, smpUrl, certificateUid }: ServedParticipant & { kind: 'moved' },
  { documentTypeId }: ReceivedType,
): Promise<Resource> {
  const href = `${smpUrl}/${encodeURIComponent(canonicalId(id))}/services/${encodeURIComponent(documentTypeId)}`;
  return signedOnce(deps, { address: id, documentTypeId, madeOf: ['redirect', href, certificateUid] }, () =>
    signedRedirectXml(href, certificateUid, signingKey(deps)),
  );
}

async function writtenMetadata(
  deps: SmpServerDeps,
  { id }: ServedParticipant & { kind: 'group' },
  documentTypeId: DocumentTypeId,
): Promise<Resource | undefined> {
  const written = await deps.db
    .selectFrom('smp_group_metadata')
    .where('address', '=', id)
    .where('document_type_id', '=', documentTypeId)
    .select('content')
    .executeTakeFirst();
  if (!written) return undefined;
  return signedOnce(deps, { address: id, documentTypeId, madeOf: ['written', written.content] }, () =>
    signedMetadataXml(written.content, signingKey(deps)),
  );
}

function signingKey({ smpKey: { privateKey, certificate } }: SmpServerDeps) {
  return { privateKey, certificateDer: certificate.der, subjectName: certificate.subjectName };
}

/** The business card of a participant, or undefined. [SMP 1.4 5.3] */
export async function cardOf(deps: SmpServerDeps, participant: string): Promise<Resource | undefined> {
  const served = await servedBy(deps, participant);
  if (served?.kind === 'own' && served.row) {
    const card = await businessCardOf(deps.db, served.row);
    return { content: businessCardXml(card), changedAt: served.row.updated_at };
  }
  if (served?.kind !== 'group') return undefined;
  const { card } = await deps.db
    .selectFrom('smp_groups')
    .where('address', '=', served.id)
    .select('card')
    .executeTakeFirstOrThrow();
  return card === null ? undefined : { content: card, changedAt: served.changedAt };
}
