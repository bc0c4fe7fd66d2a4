import { createHash } from 'node:crypto';
import { ebmsError, notServiced } from '@pappel/as4/ebms-error';
import { type ReceiveContext, type Received, receive } from '@pappel/as4/receive';
import { type As4Reply, errorReply, receiptFor } from '@pappel/as4/reply';
import { typeToAlias } from '@pappel/peppol-ids/aliases';
import { processParts } from '@pappel/peppol-ids/document-type-id';
import { parseParticipantId } from '@pappel/peppol-ids/participant-id';
import type { KeyMaterial } from '@pappel/pki/key-material';
import { readSbd } from '@pappel/sbdh/read';
import type { Sbdh } from '@pappel/sbdh/sbdh';
import type { Validator } from '@pappel/validation/validator';
import { createMessage } from '../messages/create.ts';
import { verdictColumns } from '../messages/verdict.ts';
import { resolveReceiver } from '../participants/resolve.ts';
import type { ParticipantRow } from '../participants/transition.ts';
import { type Db, transaction, violatedConstraint } from '../platform/db/database.ts';
import { newId } from '../platform/ids.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { PayloadStore } from '../platform/payload-store.ts';

export interface AcceptDeps {
  db: Db;
  payloads: PayloadStore;
  as4: ReceiveContext;
  key: KeyMaterial;
  validator: Validator;
  strictAddressing: boolean;
  metrics: Metrics;
}

type Judged =
  | { accept: true; sbdh: Sbdh; payload: Uint8Array; participant: ParticipantRow }
  | { accept: false; error: ReturnType<typeof ebmsError> };

/**
 * 1 open and verify the message  2 read its envelope and hold it against the header  3 ours?  4 keep the payload
 * 5 commit message and event  6 only then the Receipt. A repeat gets its Receipt again and no second row. If the process
 * dies before 5, the sender has no Receipt and repeats; after 5, the repeat is recognised.
 */
export async function accept(
  deps: AcceptDeps,
  request: { contentType: string; body: Uint8Array },
): Promise<As4Reply> {
  const received = await receive(deps.as4, request);
  if (received.kind === 'refused') return refuse(deps, received.error, received.refToMessageId);
  if (received.isTest) return receiptFor(received, deps.key);
  const judged = await judge(deps, received);
  if (!judged.accept) return refuse(deps, judged.error, received.userMessage.messageId);
  const repeat = await isRepeat(deps.db, received, judged.sbdh);
  if (!repeat) await keep(deps, received, judged);
  deps.metrics.inbound.inc({ outcome: repeat ? 'duplicate' : 'accepted' });
  return receiptFor(received, deps.key);
}

function refuse(
  deps: AcceptDeps,
  error: ReturnType<typeof ebmsError>,
  refToMessageId: string | undefined,
): Promise<As4Reply> {
  deps.metrics.inbound.inc({ outcome: error.detail ?? error.code });
  return errorReply(error, refToMessageId, deps.key);
}

async function judge(deps: AcceptDeps, received: Received): Promise<Judged> {
  const reading = readSbd(received.payload);
  if (!reading.ok) {
    const what = reading.errors.map((error) => error.id).join(', ');
    return {
      accept: false,
      error: ebmsError('EBMS:0004', `The business document envelope is not valid: ${what}`),
    };
  }
  const { sbdh, payload } = reading;
  const contradiction = whatContradicts(received, sbdh);
  if (contradiction)
    return { accept: false, error: ebmsError('EBMS:0004', `${contradiction} of header and envelope differ`) };
  const receiver = await resolveReceiver(deps.db, sbdh.receiver, sbdh.documentTypeId, sbdh.processId);
  if (receiver.kind === 'not-serviced') return { accept: false, error: notServiced(receiver.reason) };
  return { accept: true, sbdh, payload, participant: receiver.participant };
}

/** Both are written from the same values: a difference is an error. */
function whatContradicts({ userMessage }: Received, sbdh: Sbdh): string | undefined {
  if (parseParticipantId(userMessage.originalSender) !== sbdh.sender) return 'The senders';
  if (parseParticipantId(userMessage.finalRecipient) !== sbdh.receiver) return 'The receivers';
  if (userMessage.action !== sbdh.documentTypeId) return 'The document types';
  return userMessage.service === processParts(sbdh.processId).value ? undefined : 'The processes';
}

async function isRepeat(db: Db, received: Received, sbdh: Sbdh): Promise<boolean> {
  const known = await db
    .selectFrom('messages')
    .where('direction', '=', 'INBOUND')
    .where('sender_seat', '=', received.userMessage.from)
    .where((eb) =>
      eb.or([
        eb('as4_message_id', '=', received.userMessage.messageId),
        eb.and([eb('sender', '=', sbdh.sender), eb('sbdh_instance_id', '=', sbdh.instanceIdentifier)]),
      ]),
    )
    .select('id')
    .executeTakeFirst();
  return known !== undefined;
}

/** Two repeats at once: the unique indexes let one of them through, and the other is a repeat after all. */
async function keep(deps: AcceptDeps, received: Received, judged: Judged & { accept: true }): Promise<void> {
  const { sbdh, payload, participant } = judged;
  const id = newId<'Message'>();
  const payloadKey = `inbound/${id}`;
  await deps.payloads.put(payloadKey, payload);
  const { documentTypeId } = sbdh;
  const verdict = await deps.validator.check(payload, {
    documentTypeId,
    sender: sbdh.sender,
    receiver: sbdh.receiver,
    strictAddressing: deps.strictAddressing,
  });
  const { userMessage } = received;
  try {
    await transaction(deps.db, async (tx) => {
      await createMessage(tx, {
        id,
        account_id: participant.account_id,
        company_id: participant.company_id,
        participant_id: participant.id,
        direction: 'INBOUND',
        status: 'CUSTOMER_DELIVERY_QUEUED',
        sender: sbdh.sender,
        receiver: sbdh.receiver,
        type: typeToAlias(documentTypeId) ?? null,
        document_type_id: documentTypeId,
        process_id: sbdh.processId,
        document_number: verdict.documentNumber ?? null,
        bytes: payload.length,
        sha256: createHash('sha256').update(payload).digest('hex'),
        source: 'NETWORK',
        payload_key: payloadKey,
        country_c1: sbdh.countryC1,
        ...verdictColumns(verdict),
        as4_message_id: userMessage.messageId,
        conversation_id: userMessage.conversationId,
        sbdh_instance_id: sbdh.instanceIdentifier,
        envelope_created_at: sbdh.creationDateTime,
        sender_seat: userMessage.from,
      });
      await tx
        .insertInto('message_evidence')
        .values({ message_id: id, kind: 'AS4_USER_MESSAGE', content: Buffer.from(received.soap) })
        .execute();
    });
  } catch (error) {
    if (violatedConstraint(error)?.endsWith('_duplicate')) return;
    throw error;
  }
}
