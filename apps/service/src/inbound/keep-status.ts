import { type EbmsError, ebmsError, notServiced } from '@pappel/as4/ebms-error';
import type { Received } from '@pappel/as4/receive';
import { MLS_DOCUMENT_TYPE, MLS_PROCESS } from '@pappel/mls/status';
import type { Sbdh } from '@pappel/sbdh/sbdh';
import { recordExchange } from '../ledger/record.ts';
import { type Db, transaction } from '../platform/db/database.ts';
import { newId } from '../platform/ids.ts';
import { enqueue } from '../platform/jobs/enqueue.ts';
import type { Provider } from '../provider/provider.ts';

/** Bytes of a status, which is kept in the database: one with a thousand issues is still smaller. */
const LARGEST_STATUS = 1_048_576;

/** Whether this is for us as a provider, and not for a customer of ours. */
export const isForProvider = (sbdh: Sbdh, provider: Provider): boolean => sbdh.receiver === provider.spid;

/** Why we do not take it; as a provider we receive statuses and nothing else. */
export function whyNotTaken(sbdh: Sbdh, payload: Uint8Array): EbmsError | undefined {
  const isStatus = sbdh.documentTypeId === MLS_DOCUMENT_TYPE && sbdh.processId === MLS_PROCESS;
  if (!isStatus) return notServiced(`${sbdh.receiver} receives Message Level Statuses only`);
  return payload.length > LARGEST_STATUS
    ? ebmsError('EBMS:0004', `A Message Level Status has at most ${LARGEST_STATUS} bytes`)
    : undefined;
}

/**
 * Keeps a status that came in, counts it, and lets a job find what it is about: all before the Receipt. False when it was
 * kept before, under its AS4 id or its envelope's.
 */
export function keepStatus(db: Db, provider: Provider, received: Received, sbdh: Sbdh, payload: Uint8Array) {
  const { userMessage, senderCertificate, soap } = received;
  const seat = senderCertificate.seatId ?? userMessage.from;
  return transaction(db, async (tx) => {
    const kept = await tx
      .insertInto('mls_received')
      .values({
        id: newId<'MlsReceived'>(),
        outcome: 'WAITING',
        sender: sbdh.sender,
        sender_seat: seat,
        as4_message_id: userMessage.messageId,
        sbdh_instance_id: sbdh.instanceIdentifier,
        as4_timestamp: userMessage.timestamp,
        document: Buffer.from(payload),
        as4_header: Buffer.from(soap),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!kept) return false;
    await recordExchange(tx, {
      kind: 'STATUS_RECEIVED',
      exchangedAt: userMessage.timestamp,
      otherSeat: seat,
      documentTypeId: sbdh.documentTypeId,
      processId: sbdh.processId,
      countryC1: sbdh.countryC1,
      countryC4: provider.country,
    });
    await enqueue(tx, 'inbound.apply-mls', { mlsReceivedId: kept.id });
    return true;
  });
}
