import type { Actor } from './access/actor.ts';
import { type AuditTarget, auditLine } from './audit-line.ts';
import type { Tx } from './db/database.ts';
import { overAll } from './db/roots.ts';
import { type AccountId, isId } from './ids.ts';

/** What the operator's people do that stands in no account's audit. */
export type OperatorAuditType =
  | 'operator.created'
  | 'operator.updated'
  | 'operator.password_changed'
  | 'operator.password_reset'
  | 'operator_session.created'
  | 'operator_session.failed'
  | 'operator_session.ended'
  | 'operator_passkey.registered'
  | 'operator_passkey.removed'
  | 'operator_token.created'
  | 'operator_token.revoked'
  | 'circuit.opened'
  | 'circuit.closed'
  | 'job.hurried'
  | 'job.given_up'
  | 'report.made'
  | 'report.sent'
  | 'log_level.set';

export interface OperatorAuditEntry<Type extends string> {
  actor: Actor;
  eventType: Type;
  /** Whose account it concerns. */
  accountId?: AccountId | undefined;
  target?: AuditTarget | undefined;
  /** Never a secret. */
  metadata?: Record<string, unknown> | undefined;
}

/** What one of the operator's people did, in the caller's transaction. [OPR-8] */
export async function recordOperatorAudit<Type extends string = OperatorAuditType>(
  tx: Tx,
  entry: OperatorAuditEntry<Type>,
): Promise<void> {
  const { actor, accountId, target } = entry;
  const line = auditLine({ ...entry, actorName: actor.name }, target?.name, target?.sub, actor.tokenName);
  await overAll(tx, 'operator')
    .insertInto('operator_audit')
    .values({
      ...line,
      operator_id: isId<'Operator'>(actor.id) ? actor.id : null,
      token_name: actor.tokenName ?? null,
      account_id: accountId ?? null,
      address: actor.address ?? null,
    })
    .execute();
}
