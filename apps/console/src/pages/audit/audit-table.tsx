import { Fragment } from 'react';
import { useCompanyName } from '../../api/account.ts';
import type { components } from '../../api/contract.gen.ts';
import { clock, day } from '../../ui/format.ts';
import { Lenticel } from '../../ui/lenticel.tsx';
import { Table } from '../../ui/table.tsx';
import { actOf, detailOf } from './audit-words.ts';

type AuditRow = components['schemas']['AuditRow'];

const KINDS: Readonly<Record<string, string>> = {
  API_KEY: 'key',
  OPERATOR: 'operator',
  NOBODY: 'nobody signed in',
};

/** Lines of the audit, by day. */
export function AuditTable({ rows }: { rows: readonly AuditRow[] }) {
  const days = [...Map.groupBy(rows, ({ createdAt }) => day(createdAt))];
  return (
    <Table className="audit" columns={['Time', 'Who', 'What', 'On what', 'From']}>
      <tbody>
        {days.map(([name, ofDay]) => (
          <Fragment key={name}>
            <tr className="day">
              <td colSpan={5}>{name}</td>
            </tr>
            {ofDay.map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </Fragment>
        ))}
      </tbody>
    </Table>
  );
}

function Row({ row }: { row: AuditRow }) {
  const { actorKind, actorName, eventType, targetName, targetType, targetSub, metadata, address, createdAt } =
    row;
  const companyName = useCompanyName();
  const isDesk = actorKind === 'OPERATOR';
  const isFailure = eventType.endsWith('.failed');
  return (
    <tr className={isDesk ? 'desk' : ''}>
      <td>
        <time className="mono" dateTime={createdAt} title={createdAt}>
          {clock(createdAt)}
        </time>
      </td>
      <td>
        <strong>{actorName}</strong>
        {KINDS[actorKind] && <small>{KINDS[actorKind]}</small>}
      </td>
      <td>
        {isFailure && <Lenticel mark="stop" tone="stop" />} {actOf(eventType)}
        <small className="mono">{eventType}</small>
      </td>
      <td>
        {targetName ?? (targetType === 'session' ? '' : targetType)}
        <small className="detail">
          {[targetSub, detailOf(metadata, companyName)].filter(Boolean).join(' · ')}
        </small>
      </td>
      <td className="mono dim from">{address}</td>
    </tr>
  );
}
