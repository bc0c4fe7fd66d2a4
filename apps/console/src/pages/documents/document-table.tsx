import { Link } from '@tanstack/react-router';
import { memo, type Ref } from 'react';
import { MESSAGE_STATUSES, REFUSED, wordsOf } from '../../texts/statuses.ts';
import { shortId, typeName } from '../../ui/format.ts';
import { Pill } from '../../ui/pill.tsx';
import { Trace } from '../../ui/trace.tsx';
import { useMinute } from '../../ui/use-minute.ts';
import { shortTime } from '../../ui/when.ts';
import { nextOf } from './next-of.ts';
import type { Document } from './queries.ts';

/** The words of a document's status; delivered and then refused has words of its own. */
export function statusWords(document: Document) {
  const refused = document.status === 'AS4_ACCEPTED' && document.mls?.status === 'REJECTED';
  return refused ? REFUSED : wordsOf(MESSAGE_STATUSES, document.status);
}

export function DocumentTable(props: {
  rows: readonly Document[];
  selected: ReadonlySet<string>;
  select: (id: string) => void;
  ref?: Ref<HTMLTableElement>;
}) {
  const { rows, selected, select, ref } = props;
  const minute = useMinute();
  return (
    <table className="tbl docs" ref={ref}>
      <caption className="sr">Documents, newest first</caption>
      <thead>
        <tr>
          <th>Status</th>
          <th title="Sender, sender’s access point, receiver’s access point, receiver">Way C1–C4</th>
          <th>Document</th>
          <th>From</th>
          <th>To</th>
          <th>What is next, or why not</th>
          <th className="num">Created</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <DocumentRow
            key={row.id}
            document={row}
            isSelected={selected.has(row.id)}
            select={select}
            minute={minute}
          />
        ))}
      </tbody>
    </table>
  );
}

/** Drawn anew only when it changes itself: of a hundred more, those before stay as they are. */
const DocumentRow = memo(function Row(props: {
  document: Document;
  isSelected: boolean;
  select: (id: string) => void;
  /** How long it waits is told by it. */
  minute: number;
}) {
  const { document, isSelected, select, minute } = props;
  const mayTake = document.status === 'CUSTOMER_DELIVERY_QUEUED';
  return (
    <tr className={isSelected ? 'cur' : ''}>
      <td className="c-st">
        {mayTake && (
          <input
            type="checkbox"
            className="pick"
            aria-label={`Select ${document.documentNumber ?? document.id}`}
            checked={isSelected}
            onChange={() => select(document.id)}
          />
        )}
        <Pill {...statusWords(document)} />
      </td>
      <td className="c-tr">
        <Trace document={document} />
      </td>
      <td className="c-doc">
        <Link to="/documents/$id" params={{ id: document.id }} search={{}} className="whole">
          <strong>{document.documentNumber ?? shortId(document.id)}</strong>
        </Link>
        <small>{typeName(document.type)}</small>
      </td>
      <Side className="c-from" name={document.senderName} address={document.sender} />
      <Side className="c-to" name={document.receiverName} address={document.receiver} />
      <td className="c-next dim">{nextOf(document, minute)}</td>
      <td className="c-when num">
        <time className="mono" dateTime={document.createdAt} title={document.createdAt}>
          {shortTime(document.createdAt)}
        </time>
      </td>
    </tr>
  );
});

function Side({ className, name, address }: { className: string; name?: string; address: string }) {
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
