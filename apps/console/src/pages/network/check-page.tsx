import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { ENVIRONMENT } from '../../environment.ts';
import { count, typeName } from '../../ui/format.ts';
import { Icon } from '../../ui/lenticel.tsx';
import { Page } from '../../ui/page.tsx';
import { Pill } from '../../ui/pill.tsx';
import { Failed, Loading } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { type Looked, lookUp, MOST_IDS } from './queries.ts';

/** Looks up to a hundred addresses up at once. */
export function CheckPage() {
  const [text, setText] = useState('');
  const check = useMutation({ mutationFn: lookUp });
  const ids = [...new Set(text.split(/[\s,;]+/).filter(Boolean))];
  const isTooMany = ids.length > MOST_IDS;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ids.length > 0 && !isTooMany) check.mutate(ids);
  };
  const results = check.data?.results ?? [];
  return (
    <Page
      title="Check a list"
      crumb={
        <Link to="/network" search={{}}>
          Network
        </Link>
      }
      lede="Paste up to 100 addresses, one a line. Each is asked on the network now."
      actions={
        results.length > 0 && (
          <button type="button" className="btn" onClick={() => saveCsv(results)}>
            <Icon name="save" />
            CSV
          </button>
        )
      }
    >
      <div className="split check">
        <form onSubmit={submit}>
          <label htmlFor="ids" className="sr">
            Addresses
          </label>
          <textarea
            id="ids"
            className="field xml-in"
            spellCheck={false}
            placeholder={'0007:5567321707\n0192:991825827'}
            value={text}
            aria-describedby="how-many"
            onChange={({ target }) => setText(target.value)}
          />
          <p id="how-many" className={isTooMany ? 'wrong' : 'hint'}>
            {count(ids.length, 'address', 'addresses')}
            {isTooMany && `; at most ${MOST_IDS} at once`}
          </p>
          <p className="acts">
            <button
              type="submit"
              className="btn pri"
              aria-disabled={ids.length === 0 || isTooMany || check.isPending}
            >
              Check
            </button>
          </p>
        </form>
        <div aria-live="polite">
          {check.isPending && <Loading />}
          {check.error && <Failed error={check.error} />}
          {results.length > 0 && <Results results={results} />}
        </div>
      </div>
    </Page>
  );
}

function Results({ results }: { results: readonly Looked[] }) {
  return (
    <Table caption="What the network says" columns={['Address', 'On Peppol', 'Accepts']}>
      <tbody>
        {results.map((result) => (
          <tr key={result.id}>
            <td className="mono">
              <Link to="/network" search={{ q: result.id }}>
                {result.id}
              </Link>
            </td>
            <td>
              <Pill {...saidOf(result)} />
            </td>
            <td className="dim">
              {result.error?.message ??
                (result.types ?? []).map((type) => typeName(type).toLowerCase()).join(', ')}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function saidOf({ status, exists }: Looked) {
  if (status === 'INVALID') return { tone: 'stop', mark: 'stop', label: 'Not an address' } as const;
  if (status === 'ERROR') return { tone: 'wait', mark: 'retry', label: 'Could not be asked' } as const;
  return exists
    ? ({ tone: 'done', mark: 'done', label: 'Reachable' } as const)
    : ({ tone: 'rest', mark: 'rest', label: 'Not found' } as const);
}

/** A cell that a spreadsheet takes for a formula gets a quote before it. */
const cell = (value: string): string => `"${value.replace(/^[=+\-@]/, "'$&").replaceAll('"', '""')}"`;

function saveCsv(results: readonly Looked[]): void {
  const lines = [
    ['address', 'onPeppol', 'types', 'smp'],
    ...results.map((result) => [
      result.id,
      saidOf(result).label,
      (result.types ?? []).join(' '),
      result.smpUrl ?? '',
    ]),
  ].map((line) => line.map(cell).join(','));
  const url = URL.createObjectURL(new Blob([`${lines.join('\r\n')}\r\n`], { type: 'text/csv' }));
  const link = Object.assign(document.createElement('a'), {
    href: url,
    download: `addresses${ENVIRONMENT === 'test' ? '-TEST' : ''}.csv`,
  });
  link.click();
  URL.revokeObjectURL(url);
}
