import { recordUnclaimedAudit } from '../platform/account-audit.ts';
import { type Db, transaction } from '../platform/db/database.ts';

const SHOWN = 300;

export interface WriteAsked {
  user: string;
  address: string;
  method: string;
  /** The route, such as /:participant/services/:documentType. */
  route: string;
  participant: string | undefined;
  documentType: string | undefined;
}

/**
 * Who wrote what to our SMP from outside, kept before it is done: the SML and the Directory are told outside every
 * transaction, and a process that dies between must not leave a change that nobody asked for.
 */
export function recordSmpWrite(db: Db, asked: WriteAsked): Promise<void> {
  const { user, address, method, route, participant, documentType } = asked;
  const target = participant && {
    type: 'participant',
    id: participant.slice(0, SHOWN),
    sub: documentType?.slice(0, SHOWN),
  };
  return transaction(db, (tx) =>
    recordUnclaimedAudit(tx, {
      actor: { kind: 'OPERATOR', name: user, address },
      eventType: 'smp.written',
      target: target || undefined,
      metadata: { method, route },
    }),
  );
}
