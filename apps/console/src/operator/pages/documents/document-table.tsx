import { Link } from '@tanstack/react-router';
import { REASONS } from '../../../texts/codes.ts';
import { MESSAGE_STATUSES, wordsOf } from '../../../texts/statuses.ts';
import { count, typeName } from '../../../ui/format.ts';
import { Moment } from '../../../ui/moment.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { Table } from '../../../ui/table.tsx';
import { Trace } from '../../../ui/trace.tsx';
import { at } from '../../../ui/when.ts';
import type { Message } from '../../api/types.ts';

/** Documents of every account: where each is on its way, and what is next or why not. */
export function DocumentTable({ rows }: { rows: readonly Message[] }) {
  return (
    <Table
      caption="Documents"
      columns={['Status', 'Way', 'Document', 'From', 'To', 'Next, or why not', 'Since']}
    >
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </tbody>
    </Table>
  );
}

function Row({ row }: { row: Message }) {
  return (
    <tr>
      <td>
        <Pill {...wordsOf(MESSAGE_STATUSES, row.status)} />
      </td>
      <td>
        <Trace document={row} />
      </td>
      <td>
        <Link to="/documents/$id" params={{ id: row.id }}>
          <strong>{typeName(row.type)}</strong>
          <small className="mono">{row.id.slice(0, 13)}…</small>
        </Link>
        <small>{row.accountName}</small>
      </td>
      <Party name={row.senderName} address={row.sender} />
      <Party name={row.receiverName} address={row.receiver} />
      <td className="dim reason">{whatIsNext(row)}</td>
      <td className="dim nowrap">
        <Moment time={row.statusChangedAt} />
      </td>
    </tr>
  );
}

function Party({ name, address }: { name: string | undefined; address: string }) {
  return (
    <td>
      {name}
      <small className="mono">{address}</small>
    </td>
  );
}

function whatIsNext({ lastErrorCode, attempts, nextAttemptAt, accessPoint }: Message) {
  if (!lastErrorCode) return '';
  const next = nextAttemptAt ? `, next ${at(nextAttemptAt)}` : '';
  return (
    <>
      {REASONS[lastErrorCode]?.say ?? lastErrorCode}
      <small>{[accessPoint, `${count(attempts, 'attempt')}${next}`].filter(Boolean).join(', ')}</small>
    </>
  );
}
