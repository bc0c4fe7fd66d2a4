import { Link } from '@tanstack/react-router';
import { REASONS } from '../../../texts/codes.ts';
import { MESSAGE_STATUSES, wordsOf } from '../../../texts/statuses.ts';
import { DocumentsTable, Side } from '../../../ui/documents-table.tsx';
import { count, typeName } from '../../../ui/format.ts';
import { Moment } from '../../../ui/moment.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { Trace } from '../../../ui/trace.tsx';
import { at } from '../../../ui/when.ts';
import type { Message } from '../../api/types.ts';

/** Documents of every account: where each is on its way, and what is next or why not. */
export function DocumentTable({ rows }: { rows: readonly Message[] }) {
  return (
    <DocumentsTable when="Since">
      {rows.map((row) => (
        <Row key={row.id} row={row} />
      ))}
    </DocumentsTable>
  );
}

function Row({ row }: { row: Message }) {
  return (
    <tr>
      <td className="c-st">
        <Pill {...wordsOf(MESSAGE_STATUSES, row.status)} />
      </td>
      <td className="c-tr">
        <Trace document={row} />
      </td>
      <td className="c-doc">
        <Link to="/documents/$id" params={{ id: row.id }} className="whole" title={row.id}>
          <strong>{typeName(row.type)}</strong>
          <small className="mono">{row.id.slice(0, 13)}…</small>
        </Link>
        <small>{row.accountName}</small>
      </td>
      <Side at="from" name={row.senderName} address={row.sender} />
      <Side at="to" name={row.receiverName} address={row.receiver} />
      <td className="c-next dim">{whatIsNext(row)}</td>
      <td className="c-when dim">
        <Moment time={row.statusChangedAt} />
      </td>
    </tr>
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
