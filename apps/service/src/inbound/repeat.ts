import { createHash } from 'node:crypto';
import { type EbmsError, ebmsError } from '@pappel/as4/ebms-error';
import type { ParticipantId } from '@pappel/peppol-ids/participant-id';
import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';

/** What a message must have in common with one that came before it under the same id. */
export interface Identity {
  senderSeat: string;
  as4MessageId: string;
  sbdhInstanceId: string;
  sender: ParticipantId;
  receiver: string;
  /** Of the payload, hexadecimal. */
  sha256: string;
}

/**
 * Why a message whose id, or whose envelope's id, is known is no repeat and gets no Receipt: a Receipt says that we hold
 * what was sent, and what we hold is something else. Undefined for a true repeat. When what is held is gone by now, the
 * sender is asked to try again.
 */
export async function whyNoRepeat(db: Db, message: Identity): Promise<EbmsError | undefined> {
  const held = await overAll(db, 'network')
    .selectFrom('messages')
    .where('direction', '=', 'INBOUND')
    .where('sender_seat', '=', message.senderSeat)
    .where((is) =>
      is.or([
        is('as4_message_id', '=', message.as4MessageId),
        is.and([is('sender', '=', message.sender), is('sbdh_instance_id', '=', message.sbdhInstanceId)]),
      ]),
    )
    .select(['sender', 'receiver', 'sha256'])
    .execute();
  return judgeHeld(
    held.map(({ sender, receiver, sha256 }) => `${sender} ${receiver} ${sha256}`),
    `${message.sender} ${message.receiver} ${message.sha256}`,
  );
}

/** The same for a Message Level Status, of which the document itself is kept. */
export async function whyNoRepeatedStatus(db: Db, message: Identity): Promise<EbmsError | undefined> {
  const held = await overAll(db, 'network')
    .selectFrom('mls_received')
    .where('sender_seat', '=', message.senderSeat)
    .where((is) =>
      is.or([
        is('as4_message_id', '=', message.as4MessageId),
        is.and([is('sender', '=', message.sender), is('sbdh_instance_id', '=', message.sbdhInstanceId)]),
      ]),
    )
    .select(['sender', 'document'])
    .execute();
  const hash = (document: Uint8Array): string => createHash('sha256').update(document).digest('hex');
  return judgeHeld(
    held.map(({ sender, document }) => `${sender} ${hash(document)}`),
    `${message.sender} ${message.sha256}`,
  );
}

function judgeHeld(held: readonly string[], wanted: string): EbmsError | undefined {
  if (held.length === 0)
    return ebmsError('EBMS:0202', 'A message of this id came and went at the same time. Send it again');
  if (held.every((one) => one === wanted)) return undefined;
  return ebmsError(
    'EBMS:0003',
    'A message of this id came before, with another sender, receiver or content. Send it under an id of its own',
  );
}
