import { memo, type Ref } from 'react';
import { MESSAGE_STATUSES, REFUSED, wordsOf } from '../../texts/statuses.ts';
import { shortId, typeName } from '../../ui/format.ts';
import { Pill } from '../../ui/pill.tsx';
import { Trace } from '../../ui/trace.tsx';
import { useMinute } from '../../ui/use-minute.ts';
import { shortTime } from '../../ui/when.ts';
import { nextOf } from './next-of.ts';
import type { Document } from './queries.ts';
import { type RowLinks, useRowLinks } from './use-row-links.ts';

/** The words of a document's status; delivered and then refused has words of its own. */
export function statusWords(document: Document) {
  const refused = document.status === 'AS4_ACCEPTED' && document.mls?.status === 'REJECTED';
  return refused ? REFUSED : wordsOf(MESSAGE_STATUSES, document.status);
}

export function DocumentTable(props: {
  rows: readonly Document[];
  /** Those that came in while one looked. */
  fresh: ReadonlySet<string>;
  selected: ReadonlySet<string>;
  select: (id: string) => void;
  ref?: Ref<HTMLTableElement>;
}) {
  const { rows, fresh, selected, select, ref } = props;
  const links = useRowLinks();
  const minute = useMinute();
  return (
    <table className="tbl docs" ref={ref}>
      <caption className="sr">Documents, newest first</caption>
      <thead>
        <tr>
          <th className="c-st">Status</th>
          <th className="c-tr" title="Sender, sender’s access point, receiver’s access point, receiver">
            Way C1–C4
          </th>
          <th className="c-doc">Document</th>
          <th className="c-from">From</th>
          <th className="c-to">To</th>
          <th className="c-next">What is next, or why not</th>
          <th className="c-when">Created</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <DocumentRow
            key={row.id}
            document={row}
            links={links}
            isFresh={fresh.has(row.id)}
            isSelected={selected.has(row.id)}
            select={select}
            minute={isWaiting(row) ? minute : undefined}
          />
        ))}
      </tbody>
    </table>
  );
}

/** Whether it may be acknowledged. */
export const isWaiting = ({ status }: Document): boolean => status === 'CUSTOMER_DELIVERY_QUEUED';

/** Drawn anew only when it changes itself: of a hundred more, those before stay as they are. */
const DocumentRow = memo(function Row(props: {
  document: Document;
  links: RowLinks;
  isFresh: boolean;
  isSelected: boolean;
  select: (id: string) => void;
  /** Now, where the row says how long it waits. */
  minute: number | undefined;
}) {
  const { document, links, isFresh, isSelected, select, minute } = props;
  const next = nextOf(document, minute);
  return (
    <tr className={isSelected ? 'cur' : isFresh ? 'new' : undefined}>
      <td className="c-st">
        {isWaiting(document) && (
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
        <a {...links.to(document.id)} className="whole">
          <strong>{document.documentNumber ?? shortId(document.id)}</strong>
        </a>
        <small>{typeName(document.type)}</small>
      </td>
      <Side className="c-from" name={document.senderName} address={document.sender} />
      <Side className="c-to" name={document.receiverName} address={document.receiver} />
      <td className="c-next dim" title={next}>
        {next}
      </td>
      <td className="c-when">
        <time className="mono" dateTime={document.createdAt} title={document.createdAt}>
          {shortTime(document.createdAt)}
        </time>
      </td>
    </tr>
  );
});

/** A party by its name over its address; in compact rows the address is what hovering shows. */
function Side({ className, name, address }: { className: string; name?: string; address: string }) {
  return (
    <td className={className} title={name && address}>
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
