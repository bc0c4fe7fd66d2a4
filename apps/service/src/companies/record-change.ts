import { actorOf } from '../platform/access/actor.ts';
import type { Principal } from '../platform/access/principal.ts';
import { recordAccountAudit } from '../platform/account-audit.ts';
import type { Tx } from '../platform/db/database.ts';
import type { CompanyId } from '../platform/ids.ts';

/** Who made or changed a company, and each field that is not what it was, in the caller's transaction. */
export async function recordCompany(
  tx: Tx,
  principal: Principal,
  company: { id: CompanyId; name: string },
  before: object | undefined,
  input: object,
): Promise<void> {
  const known = new Map<string, unknown>(Object.entries(before ?? {}));
  const changes = Object.entries(input)
    .filter(([field, to]) => to !== undefined && (known.get(field) ?? '') !== to)
    .map(([field, to]) => [field, { from: known.get(field), to }]);
  if (before && changes.length === 0) return;
  await recordAccountAudit(tx, {
    accountId: principal.accountId,
    actor: actorOf(principal),
    eventType: before ? 'company.updated' : 'company.created',
    companyIds: [company.id],
    target: { type: 'company', id: company.id, name: company.name },
    metadata: Object.fromEntries(changes),
  });
}
