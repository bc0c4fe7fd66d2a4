import { Lenticel } from '../../ui/lenticel.tsx';
import { Table } from '../../ui/table.tsx';
import { since } from '../../ui/when.ts';
import type { Part } from '../api/types.ts';
import { nameOfPart, stateOfPart } from './part-in-words.ts';

/** What the service stands on, each a word and its figures; what is not well comes first. */
export function PartTable({ parts }: { parts: readonly Part[] }) {
  const sorted = parts.toSorted((a, b) => Number(a.ok) - Number(b.ok));
  return (
    <Table className="slim checks-list" caption="What the service stands on">
      <tbody>
        {sorted.map((part) => (
          <tr key={part.part}>
            <th scope="row">
              <Lenticel mark={part.ok ? 'done' : 'stop'} tone={part.ok ? 'done' : 'stop'} />
              <span className="sr">{part.ok ? 'Well' : 'Down'}: </span>
              {nameOfPart(part)}
            </th>
            <td className="dim">{stateOfPart(part)}</td>
            <td className="num nowrap dim">{since(part.since)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
