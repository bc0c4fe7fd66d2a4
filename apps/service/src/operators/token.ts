import { actingOperator } from '../platform/access/actor.ts';
import { coversRole, type OperatorPrincipal, type OperatorRole } from '../platform/access/operator-access.ts';
import { type Db, transaction } from '../platform/db/database.ts';
import { type Environment, newCredential } from '../platform/environment.ts';
import { AppError } from '../platform/errors.ts';
import { newId, type OperatorId, parseId } from '../platform/ids.ts';
import { recordOperatorAudit } from '../platform/operator-audit.ts';
import { hashSecret } from '../platform/secret.ts';

const DAY_MS = 86_400_000;
const USUAL_DAYS = 90;
const MOST_TOKENS = 50;
/** As much as people see of a token: enough to tell one from another. */
const PREFIX_LENGTH = 14;

export interface TokenView {
  id: string;
  name: string;
  role: OperatorRole;
  prefix: string;
  operatorId: OperatorId;
  operatorName: string;
  createdAt: string;
  expiresAt: string;
  lastUsedAt?: string;
  revokedAt?: string;
}

const tokens = (db: Db) =>
  db
    .selectFrom('operator_tokens')
    .innerJoin('operators', 'operators.id', 'operator_tokens.operator_id')
    .selectAll('operator_tokens')
    .select('operators.name as operatorName');

type Row = Awaited<ReturnType<ReturnType<typeof tokens>['executeTakeFirstOrThrow']>>;

const toView = (row: Row): TokenView => ({
  id: row.id,
  name: row.name,
  role: row.role,
  prefix: row.prefix,
  operatorId: row.operator_id,
  operatorName: row.operatorName,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString(),
  revokedAt: row.revoked_at?.toISOString(),
});

/** One's own tokens, or, for an admin, everybody's; newest first, those that ended too. */
export async function listTokens({ db }: { db: Db }, principal: OperatorPrincipal): Promise<TokenView[]> {
  const { role, operatorId } = principal;
  let query = tokens(db);
  if (role !== 'admin') query = query.where('operator_id', '=', operatorId ?? null);
  const rows = await query
    .orderBy('operator_tokens.created_at', 'desc')
    .orderBy('operator_tokens.id', 'desc')
    .limit(500)
    .execute();
  return rows.map(toView);
}

export interface NewToken {
  name: string;
  role: OperatorRole;
  expiresInDays?: number;
}

/** A token for a program: of at most one's own role, and with an end. Its value is in the answer and nowhere else. [OPR-12] */
export async function createToken(
  { db, environment }: { db: Db; environment: Environment },
  principal: OperatorPrincipal,
  { name, role, expiresInDays = USUAL_DAYS }: NewToken,
): Promise<{ token: TokenView; value: string }> {
  const { operatorId } = principal;
  if (!operatorId) throw new AppError('SESSION_REQUIRED');
  if (!coversRole(principal.role, role))
    throw new AppError('FORBIDDEN', {
      message: `A token has at most the role of who makes it, which is ${principal.role}. Choose that or a lower one.`,
    });
  const [id, value] = [newId<'OperatorToken'>(), newCredential('operator-token', environment)];
  const token = await transaction(db, async (tx) => {
    await tx.selectFrom('operators').where('id', '=', operatorId).select('id').forNoKeyUpdate().execute();
    const { count } = await tx
      .selectFrom('operator_tokens')
      .where('operator_id', '=', operatorId)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', new Date())
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    if (Number(count) >= MOST_TOKENS)
      throw new AppError('LIMIT_REACHED', {
        message: `You have ${MOST_TOKENS} tokens, which is the limit. Revoke one first.`,
      });
    await tx
      .insertInto('operator_tokens')
      .values({
        id,
        operator_id: operatorId,
        name,
        role,
        prefix: value.slice(0, PREFIX_LENGTH),
        token_hash: hashSecret(value),
        expires_at: new Date(Date.now() + expiresInDays * DAY_MS),
        last_used_at: null,
        revoked_at: null,
      })
      .execute();
    await recordOperatorAudit(tx, {
      actor: actingOperator(principal),
      eventType: 'operator_token.created',
      target: { type: 'operator_token', id, name },
      metadata: { role, expiresInDays },
    });
    return tokens(tx).where('operator_tokens.id', '=', id).executeTakeFirstOrThrow();
  });
  return { token: toView(token), value };
}

/** One's own, or anybody's for an admin; of others nobody learns that they exist. */
export async function revokeToken(
  { db }: { db: Db },
  principal: OperatorPrincipal,
  id: string,
): Promise<void> {
  const tokenId = parseId<'OperatorToken'>(id);
  const mine = principal.operatorId ?? null;
  await transaction(db, async (tx) => {
    let query = tx.updateTable('operator_tokens').set({ revoked_at: new Date() });
    if (principal.role !== 'admin') query = query.where('operator_id', '=', mine);
    const revoked =
      tokenId &&
      (await query
        .where('id', '=', tokenId)
        .where('revoked_at', 'is', null)
        .returning(['id', 'name'])
        .executeTakeFirst());
    if (!revoked) throw new AppError('NOT_FOUND');
    await recordOperatorAudit(tx, {
      actor: actingOperator(principal),
      eventType: 'operator_token.revoked',
      target: { type: 'operator_token', id: revoked.id, name: revoked.name },
    });
  });
}
