import { Fragment, type ReactNode } from 'react';
import { Table } from './table.tsx';
import { clock, day } from './when.ts';

/** A line of an audit: who did what to what, and from where. */
export interface AuditLine {
  id: string;
  createdAt: string;
  actor: string;
  /** How the actor came in, where it is not as a person. */
  actorDetail?: string | undefined;
  what: ReactNode;
  target: ReactNode;
  /** What changed, in one line. */
  detail: string;
  address: string | undefined;
  /** Somebody else sat there. */
  isDesk?: boolean;
}

const COLUMNS = ['Time', 'Who', 'What', 'On what', 'From'];

/** Lines of an audit, by day. */
export function AuditTable({ lines }: { lines: readonly AuditLine[] }) {
  const days = [...Map.groupBy(lines, ({ createdAt }) => day(createdAt))];
  return (
    <Table className="audit" caption="Audit" columns={COLUMNS}>
      <tbody>
        {days.map(([name, ofDay]) => (
          <Fragment key={name}>
            <tr className="day">
              <td colSpan={COLUMNS.length}>{name}</td>
            </tr>
            {ofDay.map((line) => (
              <Line key={line.id} {...line} />
            ))}
          </Fragment>
        ))}
      </tbody>
    </Table>
  );
}

function Line({ createdAt, actor, actorDetail, what, target, detail, address, isDesk }: AuditLine) {
  return (
    <tr className={isDesk ? 'desk' : ''}>
      <td>
        <time className="mono" dateTime={createdAt} title={createdAt}>
          {clock(createdAt)}
        </time>
      </td>
      <td>
        <strong>{actor}</strong>
        {actorDetail && <small>{actorDetail}</small>}
      </td>
      <td>{what}</td>
      <td>
        {target}
        <small className="detail">{detail}</small>
      </td>
      <td className="mono dim from">{address}</td>
    </tr>
  );
}
