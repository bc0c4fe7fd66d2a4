import { memo, type Ref } from 'react';
import { MESSAGE_STATUSES, REFUSED, wordsOf } from '../../texts/statuses.ts';
import { DocumentsTable, Side } from '../../ui/documents-table.tsx';
import { shortId, typeName } from '../../ui/format.ts';
import { Pill } from '../../ui/pill.tsx';
import { Trace } from '../../ui/trace.tsx';
import { useMinute } from '../../ui/use-now.ts';
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
    <DocumentsTable when="Created" ref={ref}>
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
    </DocumentsTable>
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
      <Side at="from" name={document.senderName} address={document.sender} />
      <Side at="to" name={document.receiverName} address={document.receiver} />
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
