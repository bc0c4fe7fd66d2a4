import {
  type DocumentTypeId,
  type ProcessId,
  parseDocumentTypeId,
} from '@pappel/peppol-ids/document-type-id';
import { type ParticipantId, parseParticipantId } from '@pappel/peppol-ids/participant-id';
import type { KeyMaterial } from '@pappel/pki/key-material';
import { serviceGroupXml, signedServiceMetadataXml } from '@pappel/smp/write';
import { canReceive } from '../participants/capability.ts';
import { isServed } from '../participants/participant.ts';
import type { ParticipantRow } from '../participants/transition.ts';
import { capabilitiesOf } from '../participants/view.ts';
import type { Db } from '../platform/db/database.ts';

export interface SmpServerDeps {
  db: Db;
  smpKey: KeyMaterial;
  accessPointKey: KeyMaterial;
  smpPublicUrl: string;
  as4PublicUrl: string;
  contact: string;
}

interface Served {
  id: ParticipantId;
  updatedAt: Date;
  capabilities: { document_type_id: string; process_id: string }[];
}

/** What the network may read about this address: undefined when we do not serve it. */
async function served(deps: SmpServerDeps, participant: string): Promise<Served | undefined> {
  const id = parseParticipantId(participant);
  const row =
    id &&
    (await deps.db
      .selectFrom('participants')
      .where('address', '=', id)
      .where('status', '<>', 'DEACTIVATED')
      .selectAll()
      .executeTakeFirst());
  if (!row || !isServed((row as ParticipantRow).status)) return undefined;
  const capabilities = (await capabilitiesOf(deps.db, [row.id])).filter((one) => canReceive(one.direction));
  return { id, updatedAt: row.updated_at, capabilities };
}

/** The service group of a participant, or undefined. [SMP 1.4 5.5.1] */
export async function serviceGroupOf(deps: SmpServerDeps, participant: string): Promise<string | undefined> {
  const found = await served(deps, participant);
  const types = [...new Set(found?.capabilities.map((one) => one.document_type_id as DocumentTypeId))];
  return found && serviceGroupXml(deps.smpPublicUrl, found.id, types);
}

const signed = new Map<string, Promise<string>>();
const KEPT = 10_000;

/** Signed metadata of one document type, or undefined. Signed once and kept until the participant changes. */
export async function serviceMetadataOf(
  deps: SmpServerDeps,
  participant: string,
  documentType: string,
): Promise<string | undefined> {
  const found = await served(deps, participant);
  const documentTypeId = parseDocumentTypeId(documentType);
  const processes = found?.capabilities
    .filter((one) => one.document_type_id === documentTypeId)
    .map((one) => one.process_id as ProcessId);
  if (!found || !documentTypeId || !processes || processes.length === 0) return undefined;
  const certificate = deps.accessPointKey.certificate;
  const key = [
    found.id,
    documentTypeId,
    processes.join(),
    found.updatedAt.getTime(),
    deps.as4PublicUrl,
    certificate.fingerprint,
  ].join('\n');
  const known = signed.get(key);
  if (known) return known;
  const endpoint = {
    url: deps.as4PublicUrl,
    certificateDer: certificate.der,
    activation: certificate.validFrom,
    expiration: certificate.validTo,
    contact: deps.contact,
  };
  const { privateKey, certificate: smpCertificate } = deps.smpKey;
  const signing = { privateKey, certificateDer: smpCertificate.der, subjectName: smpCertificate.subjectName };
  const made = signedServiceMetadataXml(found.id, documentTypeId, processes, endpoint, signing);
  if (signed.size >= KEPT) signed.delete(signed.keys().next().value ?? '');
  signed.set(key, made);
  return made;
}
