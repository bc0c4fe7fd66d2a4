import { randomUUID } from 'node:crypto';
import type { SendOutcome } from '@pappel/as4/read-response';
import { type SendContext, sendUserMessage } from '@pappel/as4/send';
import type { DocumentTypeId, ProcessId } from '@pappel/peppol-ids/document-type-id';
import type { ParticipantId } from '@pappel/peppol-ids/participant-id';
import type { SbdhInput } from '@pappel/sbdh/sbdh';
import { writeSbd } from '@pappel/sbdh/write';
import type { SmpContext } from '@pappel/smp/context';
import { discover } from '@pappel/smp/discover';

export interface PostContext {
  smp: SmpContext;
  as4: SendContext;
  seat: string;
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
  const { sender, receiver, documentTypeId, processId, document, status, times = 1 } = letter;
  const found = await discover(context.smp, { participant: receiver, documentTypeId, processId });
  if (found.kind !== 'found') return { ok: false, problem: found.detail };
  const now = new Date();
  const as4MessageId = `${randomUUID()}@${context.seat.toLowerCase()}.sandbox`;
  const kind = { documentTypeId, processId };
  const header = {
    ...{ sender, receiver, ...kind, ...status },
    instanceIdentifier: randomUUID(),
    creationDateTime: now,
    countryC1: 'BE',
  };
  const message = {
    endpointUrl: found.endpoint.url,
    receiverCertificate: found.endpoint.certificate,
    messageId: as4MessageId,
    conversationId: randomUUID(),
    timestamp: now,
    ...kind,
    originalSender: sender,
    finalRecipient: receiver,
    payload: writeSbd(header, document),
  };
  for (let sent = 0; sent < times; sent++) {
    const problem = problemOf(await sendUserMessage(context.as4, message));
    if (problem) return { ok: false, problem };
  }
  return { ok: true, as4MessageId };
}

function problemOf(outcome: SendOutcome): string | undefined {
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
