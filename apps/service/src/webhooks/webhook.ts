import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Principal } from '../platform/access/principal.ts';
import type { Db } from '../platform/db/database.ts';
import { inReach } from '../platform/db/find-in-reach.ts';
import type { Tables } from '../platform/db/tables.ts';
import { disablesAt } from './retry.ts';

export type WebhookRow = Selectable<Tables['webhooks']>;

/** A webhook endpoint as the API shows it. [WHK-2] */
export interface WebhookView {
  id: string;
  companyId?: string;
  url: string;
  description?: string;
  events: string[];
  types: string[];
  direction?: 'INBOUND' | 'OUTBOUND';
  status: 'ACTIVE' | 'DISABLED';
  disabledReason?: 'MANUAL' | 'FAILING' | 'GONE';
  failingSince?: string;
  disablesAt?: string;
  createdAt: string;
  updatedAt: string;
}

export const webhookView = (row: WebhookRow): WebhookView => ({
  id: row.id,
  companyId: row.company_id ?? undefined,
  url: row.url,
  description: row.description ?? undefined,
  events: row.events,
  types: row.document_types,
  direction: row.direction ?? undefined,
  status: row.status,
  disabledReason: row.disabled_reason ?? undefined,
  failingSince: row.failing_since?.toISOString(),
  disablesAt:
    row.status === 'ACTIVE' && row.failing_since ? disablesAt(row.failing_since).toISOString() : undefined,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

/** One endpoint in sight, or NOT_FOUND; `lock` keeps it as it is until the transaction ends. */
export const webhookInSight = (
  db: Db,
  principal: Principal,
  id: string,
  lock: 'no lock' | 'lock' = 'no lock',
): Promise<WebhookRow> =>
  inReach(db, principal, 'webhooks', id, { where: sql`deleted_at is null`, lock: lock === 'lock' });
