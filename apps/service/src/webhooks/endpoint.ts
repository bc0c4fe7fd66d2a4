import { actorOf } from '../platform/access/actor.ts';
import {
  isOwner,
  type Principal,
  requireAdmin,
  requireLastingRead,
  requireNoDesk,
} from '../platform/access/principal.ts';
import { type AccountAuditType, recordAccountAudit } from '../platform/account-audit.ts';
import { companyIfNamed } from '../platform/db/company-in-reach.ts';
import { type Db, type Tx, transaction } from '../platform/db/database.ts';
import { lockAccount } from '../platform/db/lock-account.ts';
import { scoped } from '../platform/db/roots.ts';
import { AppError, invalidField } from '../platform/errors.ts';
import { EVENT_TYPES } from '../platform/events/event.ts';
import { recordEvent } from '../platform/events/record.ts';
import { type CompanyId, newId } from '../platform/ids.ts';
import { CANCELLED, ended } from './ended.ts';
import { disabledEvent } from './health.ts';
import { newSigningSecret } from './signing-secret.ts';
import { readTarget, type TargetRules } from './target.ts';
import { type WebhookRow, type WebhookView, webhookInSight, webhookView } from './webhook.ts';

export interface EndpointDeps {
  db: Db;
  webhookKey: Buffer;
  webhookRules: TargetRules;
}

export interface WebhookFields {
  url?: string;
  description?: string;
  events?: string[];
  types?: string[];
  direction?: 'INBOUND' | 'OUTBOUND' | null;
}

export interface NewWebhook extends WebhookFields {
  url: string;
  companyId?: string;
}

export interface WebhookChange extends WebhookFields {
  status?: 'ACTIVE' | 'DISABLED';
  rotateSecret?: boolean;
}

/** The secret is in the answer of its making, and nowhere else, ever. */
export type WithSecret = WebhookView & { secret?: string };

/** Of a company, and of the account as a whole. [LIM-7] */
const AT_MOST = 20;

/** Confined to a company, or, by an owner, for all of them. [WHK-1] */
export async function createWebhook(
  deps: EndpointDeps,
  principal: Principal,
  input: NewWebhook,
): Promise<WithSecret> {
  requireAdmin(principal);
  requireNoDesk(principal);
  requireLastingRead(principal);
  if (input.companyId === undefined && !isOwner(principal)) {
    throw new AppError('FORBIDDEN', {
      message: 'Only an owner may create an account-wide webhook endpoint. Name a companyId.',
    });
  }
  const companyId = await companyIfNamed(deps.db, principal, input.companyId);
  const columns = columnsOf(input);
  const url = await readTarget(input.url, deps.webhookRules);
  const id = newId<'Webhook'>();
  const { secret, sealed } = newSigningSecret(deps.webhookKey);
  const row = await transaction(deps.db, async (tx) => {
    await requireRoom(tx, principal, companyId);
    const made = await tx
      .insertInto('webhooks')
      .values({
        ...columns,
        id,
        url,
        account_id: principal.accountId,
        company_id: companyId ?? null,
        description: input.description ?? null,
        events: columns.events ?? [],
        document_types: columns.document_types ?? [],
        direction: input.direction ?? null,
        secret: sealed,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await audit(tx, principal, made, 'webhook.created');
    return made;
  });
  return { ...webhookView(row), secret };
}

/** The columns that fields are kept in; what is not named stays. */
function columnsOf({ description, events, types, direction }: WebhookFields) {
  const known: readonly string[] = EVENT_TYPES;
  const unknown = events?.find((type) => !known.includes(type));
  if (unknown !== undefined)
    throw invalidField('events', `"${unknown}" is none; name some of ${EVENT_TYPES.join(', ')}`);
  return {
    ...(description === undefined ? {} : { description }),
    ...(events === undefined ? {} : { events: [...new Set(events)] }),
    ...(types === undefined ? {} : { document_types: [...new Set(types)] }),
    ...(direction === undefined ? {} : { direction }),
  };
}

/** Counted one at a time per account, so that two at once do not both find the last room. */
async function requireRoom(tx: Tx, principal: Principal, companyId: CompanyId | undefined): Promise<void> {
  await lockAccount(tx, principal);
  const { count } = await scoped(tx, principal)
    .selectFrom('webhooks')
    .where('deleted_at', 'is', null)
    .where('company_id', companyId ? '=' : 'is', companyId ?? null)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) < AT_MOST) return;
  throw new AppError('LIMIT_REACHED', {
    message: `${companyId ? 'A company' : 'An account'} has at most ${AT_MOST} webhook endpoints. Delete one first.`,
  });
}

/** Changes what is named. A new secret is in force at once: attempts that follow are signed with it. [WHK-3, WHK-4] */
export async function changeWebhook(
  deps: EndpointDeps,
  principal: Principal,
  id: string,
  input: WebhookChange,
): Promise<WithSecret> {
  await webhookInSight(deps.db, principal, id);
  requireAdmin(principal);
  // Both would outlive the hour of a desk session, and a key that ends.
  if (input.url !== undefined || input.rotateSecret) {
    requireNoDesk(principal);
    requireLastingRead(principal);
  }
  const columns = columnsOf(input);
  const url = input.url === undefined ? undefined : await readTarget(input.url, deps.webhookRules);
  const rotated = input.rotateSecret ? newSigningSecret(deps.webhookKey) : undefined;
  const row = await transaction(deps.db, async (tx) => {
    const before = await webhookInSight(tx, principal, id, 'lock');
    const changed = await scoped(tx, principal)
      .updateTable('webhooks')
      .set({
        ...columns,
        ...(url === undefined ? {} : { url }),
        ...(rotated && { secret: rotated.sealed }),
        ...statusColumns(before, input.status),
        updated_at: new Date(),
      })
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (before.status === 'ACTIVE' && changed.status === 'DISABLED')
      await recordEvent(tx, disabledEvent(changed, 'MANUAL'));
    const { rotateSecret, ...others } = input;
    const fields = [...Object.keys(others), ...(rotateSecret ? ['secret'] : [])];
    await audit(tx, principal, changed, 'webhook.updated', { fields });
    return changed;
  });
  return { ...webhookView(row), ...(rotated && { secret: rotated.secret }) };
}

/** An endpoint that is enabled again begins a new story. */
function statusColumns(before: WebhookRow, status: 'ACTIVE' | 'DISABLED' | undefined) {
  if (status === undefined || status === before.status) return {};
  if (status === 'DISABLED') return { status, disabled_reason: 'MANUAL' as const };
  const story = { consecutive_failures: 0, failing_since: null, last_failed_at: null, warned_at: null };
  return { status, disabled_reason: null, ...story };
}

/** What waits for it is cancelled; what was delivered stays in the list. [WHK-16] */
export async function deleteWebhook(deps: { db: Db }, principal: Principal, id: string): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const row = await webhookInSight(tx, principal, id, 'lock');
    requireAdmin(principal);
    await scoped(tx, principal).updateTable('webhooks').set(ended()).where('id', '=', row.id).execute();
    await scoped(tx, principal)
      .updateTable('webhook_deliveries')
      .set(CANCELLED)
      .where('webhook_id', '=', row.id)
      .where('status', '=', 'PENDING')
      .execute();
    await audit(tx, principal, row, 'webhook.deleted');
  });
}

/** With companyId, endpoints of the whole account stay in view, for whom they are visible. [WHK-13] */
export async function listWebhooks(
  deps: { db: Db },
  principal: Principal,
  input: { companyId?: string },
): Promise<WebhookView[]> {
  const companyId = await companyIfNamed(deps.db, principal, input.companyId);
  let query = scoped(deps.db, principal)
    .selectFrom('webhooks')
    .where('deleted_at', 'is', null)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
  if (companyId)
    query = query.where((eb) => eb.or([eb('company_id', '=', companyId), eb('company_id', 'is', null)]));
  return (await query.execute()).map(webhookView);
}

function audit(
  tx: Tx,
  principal: Principal,
  row: WebhookRow,
  eventType: AccountAuditType,
  metadata: Record<string, unknown> = {},
): Promise<void> {
  return recordAccountAudit(tx, {
    accountId: principal.accountId,
    actor: actorOf(principal),
    eventType,
    companyIds: row.company_id ? [row.company_id] : 'all',
    target: { type: 'webhook', id: row.id, name: new URL(row.url).host },
    metadata,
  });
}
