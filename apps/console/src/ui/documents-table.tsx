import type { ReactNode, Ref } from 'react';

/** The list of documents, for whoever looks at it: where each is on its way, between whom, and what is next or why not. */
export function DocumentsTable(props: {
  /** What the time at the right is. */
  when: string;
  children: ReactNode;
  ref?: Ref<HTMLTableElement>;
}) {
  const { when, children, ref } = props;
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
          <th className="c-when">{when}</th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

/** A party by its name over its address; in compact rows the address is what hovering shows. */
export function Side(props: { at: 'from' | 'to'; name: string | undefined; address: string }) {
  const { at, name, address } = props;
  return (
    <td className={`c-${at}`} title={name && address}>
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
