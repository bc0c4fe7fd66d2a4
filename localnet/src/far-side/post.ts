import { randomUUID } from 'node:crypto';
import type { OutgoingMessage } from '@pappel/as4/build-request';
import type { SendOutcome } from '@pappel/as4/read-response';
import { type SendContext, sendUserMessage } from '@pappel/as4/send';
import { createAgent } from '@pappel/as4/transport';
import type { DocumentTypeId, ProcessId } from '@pappel/peppol-ids/document-type-id';
import type { ParticipantId } from '@pappel/peppol-ids/participant-id';
import { readAnchors } from '@pappel/pki/anchors';
import type { KeyMaterial } from '@pappel/pki/key-material';
import { Trust } from '@pappel/pki/trust';
import type { SbdhInput } from '@pappel/sbdh/sbdh';
import { writeSbd } from '@pappel/sbdh/write';
import { createNaptrResolver, type SmpContext } from '@pappel/smp/context';
import { discover, type FoundEndpoint } from '@pappel/smp/discover';

export interface PostContext {
  smp: SmpContext;
  as4: SendContext;
  seat: string;
}

export interface PostOptions {
  /** Of the access point that sends. */
  key: KeyMaterial;
  seat: string;
  anchorsPem: string;
  tlsCaPem: string;
  zone: string;
  /** `host:port` */
  dns: string;
}

/** What one needs to look receivers up on a local network and to send to them. */
export function openPost({ key, seat, anchorsPem, tlsCaPem, zone, dns }: PostOptions) {
  const anchors = readAnchors(anchorsPem, 'local');
  if ('problem' in anchors) throw new Error(anchors.problem);
  const trust = new Trust(anchors.anchors);
  const dispatcher = createAgent({ tlsCaPem });
  const smp = { resolveNaptr: createNaptrResolver([dns]), dispatcher, trust, zone, clock: () => new Date() };
  const context: PostContext = { smp, as4: { dispatcher, key, trust }, seat };
  return { post: context, trust, close: () => dispatcher.destroy() };
}

export interface Letter {
  sender: ParticipantId;
  receiver: ParticipantId;
  documentTypeId: DocumentTypeId;
  processId: ProcessId;
  document: Uint8Array;
  status?: Pick<SbdhInput, 'mlsTo' | 'mlsType'>;
  /** How many times the same message goes out; once when not given. */
  times?: number;
}

export type Posted = { ok: true; as4MessageId: string } | { ok: false; problem: string };

/** Finds the receiver as anybody does, by DNS and SMP, and sends it a document over AS4; answers once it has the Receipt. */
export async function post(context: PostContext, letter: Letter): Promise<Posted> {
  const { receiver: participant, documentTypeId, processId, times = 1 } = letter;
  const found = await discover(context.smp, { participant, documentTypeId, processId });
  if (found.kind !== 'found') return { ok: false, problem: found.detail };
  const message = messageTo(found.endpoint, letter, context.seat);
  for (let sent = 0; sent < times; sent++) {
    const problem = problemOf(await sendUserMessage(context.as4, message));
    if (problem) return { ok: false, problem };
  }
  return { ok: true, as4MessageId: message.messageId };
}

/** A letter in its envelope, as it goes over AS4. */
export function messageTo(endpoint: FoundEndpoint, letter: Letter, seat: string): OutgoingMessage {
  const { sender, receiver, documentTypeId, processId, document, status } = letter;
  const now = new Date();
  const kind = { documentTypeId, processId };
  const header = {
    ...{ sender, receiver, ...kind, ...status },
    instanceIdentifier: randomUUID(),
    creationDateTime: now,
    countryC1: 'BE',
  };
  return {
    endpointUrl: endpoint.url,
    receiverCertificate: endpoint.certificate,
    messageId: `${randomUUID()}@${seat.toLowerCase()}.sandbox`,
    conversationId: randomUUID(),
    timestamp: now,
    ...kind,
    originalSender: sender,
    finalRecipient: receiver,
    payload: writeSbd(header, document),
  };
}

/** Why there is no Receipt; undefined when there is. */
export function problemOf(outcome: SendOutcome): string | undefined {
  switch (outcome.kind) {
    case 'receipt':
      return undefined;
    case 'ebms-error':
      return outcome.errors.map(({ code, description }) => `${code} ${description}`).join('; ');
    case 'receipt-invalid':
      return outcome.reason;
    case 'no-signal':
    case 'transport':
      return outcome.detail;
  }
}
