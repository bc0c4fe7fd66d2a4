import { Lenticel } from '../../ui/lenticel.tsx';
import { Table } from '../../ui/table.tsx';
import { since } from '../../ui/when.ts';
import type { Part } from '../api/types.ts';

/** What the service stands on, each a word and its figures; what is not well comes first. */
export function PartTable({ parts }: { parts: readonly Part[] }) {
  const sorted = parts.toSorted((a, b) => Number(a.ok) - Number(b.ok));
  return (
    <Table className="slim checks-list">
      <caption className="sr">What the service stands on</caption>
      <tbody>
        {sorted.map(({ part, ok, reason, since: from, figures }) => (
          <tr key={part}>
            <th scope="row">
              <Lenticel mark={ok ? 'done' : 'stop'} tone={ok ? 'done' : 'stop'} />
              <span className="sr">{ok ? 'Well' : 'Down'}: </span>
              {inWords(part)}
            </th>
            <td className="dim">{reason ?? figuresOf(figures)}</td>
            <td className="num nowrap dim">{since(from)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** `job runner` for `jobRunner` and `job-runner`. */
const inWords = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll(/[-_]/g, ' ');

const figuresOf = (figures: Part['figures']): string =>
  Object.entries(figures ?? {})
    .map(([name, value]) => `${inWords(name)} ${value}`)
    .join(', ');
