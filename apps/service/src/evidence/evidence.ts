import { compress } from '@pappel/as4/compression';
import { readEvidence, type SignedEvidence } from '@pappel/as4/evidence';
import { envelopeAround } from '@pappel/sbdh/write';
import { messageOf } from '../messages/collect.ts';
import type { MessageRow } from '../messages/transition.ts';
import type { Principal } from '../platform/access/principal.ts';
import { requireForDirection } from '../platform/access/route-access.ts';
import type { Db } from '../platform/db/database.ts';
import { scoped } from '../platform/db/roots.ts';
import type { Tables } from '../platform/db/tables.ts';
import type { HeavyReads } from '../platform/heavy-reads.ts';
import type { PayloadStore } from '../platform/payload-store.ts';

export interface EvidenceDeps {
  db: Db;
  payloads: PayloadStore;
  heavyReads: HeavyReads;
}

export interface SignedBy {
  subject: string;
  issuer: string;
  serialNumber: string;
  fingerprint: string;
  seat?: string;
  validFrom: string;
  validTo: string;
  pem: string;
}

/** What the other access point signed. */
export interface SignalView {
  messageId: string;
  refToMessageId?: string;
  timestamp: string;
  receivedAt: string;
  signedBy: SignedBy;
  isGenuine: boolean;
  references: { uri: string; digest: string; covers: 'DOCUMENT' | 'MESSAGE' }[];
  xml: string;
}

export interface EvidenceView {
  messageId: string;
  direction: 'INBOUND' | 'OUTBOUND';
  status: string;
  proof: 'RECEIPT' | 'USER_MESSAGE' | 'NONE';
  document: {
    sha256: string;
    bytes: number;
    documentTypeId: string;
    processId: string;
    sender: string;
    receiver: string;
    documentNumber?: string;
  };
  envelope: { instanceIdentifier: string; createdAt: string; header?: string; coversDocument?: boolean };
  as4: { messageId: string; conversationId: string; timestamp: string; otherAccessPoint?: string };
  receipt?: SignalView;
  userMessage?: SignalView;
  mls?: unknown;
}

type Kind = Tables['message_evidence']['kind'];
type Kept = Map<Kind, { content: Buffer; at: Date }>;

/**
 * What proves that a document was delivered: for one that went out the Receipt, signed by the receiver's access point; for
 * one that came in the header that its sender's access point signed. Both are verified again, and the document is held
 * against the digest that the Receipt confirms.
 */
export async function evidenceOf(
  deps: EvidenceDeps,
  principal: Principal,
  id: string,
): Promise<EvidenceView> {
  const message = await messageOf(deps.db, principal, id);
  requireForDirection(principal, 'GET /v1/messages/{id}/evidence', message.direction);
  const kept = await keptOf(deps.db, principal, message);
  const [receipt, userMessage] = [
    await signalIn(kept, 'AS4_RECEIPT'),
    await signalIn(kept, 'AS4_USER_MESSAGE'),
  ];
  const header = kept.get('SBDH')?.content;
  const turn = (work: () => Promise<boolean | undefined>) =>
    deps.heavyReads.take({ accountId: message.account_id, bytes: message.bytes }, work);
  const proof = receipt ? 'RECEIPT' : userMessage ? 'USER_MESSAGE' : 'NONE';
  return {
    messageId: message.id,
    direction: message.direction,
    status: message.status,
    proof,
    document: documentOf(message),
    envelope: {
      instanceIdentifier: message.sbdh_instance_id,
      createdAt: message.envelope_created_at.toISOString(),
      header: header?.toString('utf8'),
      coversDocument:
        header && receipt && (await turn(() => confirms(deps.payloads, message, header, receipt))),
    },
    as4: {
      messageId: message.as4_message_id,
      conversationId: message.conversation_id,
      timestamp: (message.as4_timestamp ?? message.envelope_created_at).toISOString(),
      otherAccessPoint: message.receiver_access_point ?? message.sender_seat ?? undefined,
    },
    receipt,
    userMessage,
    mls: message.mls ?? undefined,
  };
}

async function keptOf(db: Db, principal: Principal, message: MessageRow): Promise<Kept> {
  const rows = await scoped(db, principal)
    .selectFrom('message_evidence')
    .where('message_id', '=', message.id)
    .select(['kind', 'content', 'created_at'])
    .execute();
  return new Map(rows.map(({ kind, content, created_at: at }) => [kind, { content, at }]));
}

const documentOf = (message: MessageRow): EvidenceView['document'] => ({
  sha256: message.sha256,
  bytes: message.bytes,
  documentTypeId: message.document_type_id,
  processId: message.process_id,
  sender: message.sender,
  receiver: message.receiver,
  documentNumber: message.document_number ?? undefined,
});

async function signalIn(kept: Kept, kind: Kind): Promise<SignalView | undefined> {
  const found = kept.get(kind);
  const read = found && (await readEvidence(found.content));
  if (!read) return undefined;
  const { messageId, refToMessageId, timestamp, isGenuine } = read;
  return {
    messageId,
    refToMessageId,
    timestamp,
    receivedAt: found.at.toISOString(),
    signedBy: signerOf(read),
    isGenuine,
    references: read.references.map(({ uri, digest }) => ({
      uri,
      digest,
      covers: uri.startsWith('cid:') ? 'DOCUMENT' : 'MESSAGE',
    })),
    xml: found.content.toString('utf8'),
  };
}

function signerOf({ certificate }: SignedEvidence): SignedBy {
  return {
    subject: certificate.subjectName,
    issuer: certificate.issuerName,
    serialNumber: certificate.serialNumber,
    fingerprint: certificate.fingerprint,
    seat: certificate.seatId,
    validFrom: certificate.validFrom.toISOString(),
    validTo: certificate.validTo.toISOString(),
    pem: certificate.pem,
  };
}

/** Whether the document in its envelope, compressed as it was sent, has the digest that was confirmed. */
async function confirms(
  payloads: PayloadStore,
  message: MessageRow,
  header: Buffer,
  receipt: SignalView,
): Promise<boolean | undefined> {
  const payload = await payloads.get(message.payload_key);
  if (!payload) return undefined;
  const { digest } = await compress(envelopeAround(header, payload));
  return receipt.references.some((one) => one.covers === 'DOCUMENT' && one.digest === digest);
}
