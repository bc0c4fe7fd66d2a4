import type { components } from '@pappel/client/contract';
import { useCompanyName } from '../../api/account.ts';
import { type AuditLine, AuditTable as Lines } from '../../ui/audit-table.tsx';
import { Lenticel } from '../../ui/lenticel.tsx';
import { actOf, detailOf } from './audit-words.ts';

type AuditRow = components['schemas']['AuditRow'];

const KINDS: Readonly<Record<string, string>> = {
  API_KEY: 'key',
  OPERATOR: 'operator',
  NOBODY: 'nobody signed in',
};

/** Lines of the account's audit, in words where there are any. */
export function AuditTable({ rows }: { rows: readonly AuditRow[] }) {
  const companyName = useCompanyName();
  return <Lines lines={rows.map((row) => lineOf(row, companyName))} />;
}

function lineOf(row: AuditRow, companyName: ReturnType<typeof useCompanyName>): AuditLine {
  const { id, actorKind, actorName, eventType, targetName, targetType, targetSub, metadata } = row;
  return {
    id,
    createdAt: row.createdAt,
    address: row.address,
    actor: actorName,
    actorDetail: KINDS[actorKind],
    what: (
      <>
        {eventType.endsWith('.failed') && <Lenticel mark="stop" tone="stop" />} {actOf(eventType)}
        <small className="mono">{eventType}</small>
      </>
    ),
    target: targetName ?? (targetType === 'session' ? '' : targetType),
    detail: [targetSub, detailOf(metadata, companyName)].filter(Boolean).join(' · '),
    isDesk: actorKind === 'OPERATOR',
  };
}
