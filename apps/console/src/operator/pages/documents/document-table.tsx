import { Link } from '@tanstack/react-router';
import { REASONS } from '../../../texts/codes.ts';
import { MESSAGE_STATUSES, wordsOf } from '../../../texts/statuses.ts';
import { count, typeName } from '../../../ui/format.ts';
import { Moment } from '../../../ui/moment.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { Trace } from '../../../ui/trace.tsx';
import { at } from '../../../ui/when.ts';
import type { Message } from '../../api/types.ts';

/** Documents of every account: where each is on its way, and what is next or why not. */
export function DocumentTable({ rows }: { rows: readonly Message[] }) {
  return (
    <table className="tbl docs">
      <caption className="sr">Documents, newest first</caption>
      <thead>
        <tr>
          <th className="c-st">Status</th>
          <th className="c-tr">Way C1–C4</th>
          <th className="c-doc">Document</th>
          <th className="c-from">From</th>
          <th className="c-to">To</th>
          <th className="c-next">What is next, or why not</th>
          <th className="c-when">Since</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </tbody>
    </table>
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
      <Party className="c-from" name={row.senderName} address={row.sender} />
      <Party className="c-to" name={row.receiverName} address={row.receiver} />
      <td className="c-next dim">{whatIsNext(row)}</td>
      <td className="c-when dim">
        <Moment time={row.statusChangedAt} />
      </td>
    </tr>
  );
}

function Party({ className, name, address }: { className: string; name?: string; address: string }) {
  return (
    <td className={className}>
      {name ? (
        <>
          <strong>{name}</strong>
          <small className="mono">{address}</small>
        </>
      ) : (
        <span className="mono">{address}</span>
      )}
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
