import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { Curl, curlOf } from '../../ui/curl.tsx';
import { count, number, typeName } from '../../ui/format.ts';
import { Page } from '../../ui/page.tsx';
import { Failed, Loading } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { type Hit, searchQuery } from './queries.ts';
import { Reach } from './reach.tsx';

const route = getRouteApi('/inside/network');

/** Who can be reached over Peppol, and with what. */
export function NetworkPage() {
  const { q = '', open } = route.useSearch();
  const navigate = useNavigate();
  const search = useQuery(searchQuery(q));
  const hits = search.data?.results ?? [];
  const chosen = open ?? hits[0]?.peppolId;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const words = String(new FormData(event.currentTarget).get('q') ?? '').trim();
    void navigate({ to: '/network', search: { q: words || undefined } });
  };
  return (
    <Page
      title="Network"
      lede="Who can be reached over Peppol, and with what. Every row below was seen in its SMP a moment ago."
      actions={
        <Link className="btn" to="/network/check" search={{}}>
          Check a list of up to 100
        </Link>
      }
    >
      <search>
        <form className="ask" onSubmit={submit}>
          <input
            key={q}
            name="q"
            type="search"
            className="field"
            maxLength={64}
            aria-label="Number, address or name"
            placeholder="Number, address or name"
            defaultValue={q}
          />
          <button type="submit" className="btn pri" aria-disabled={search.isFetching}>
            Search
          </button>
        </form>
      </search>
      {search.data && <HowRead search={search.data} />}
      {search.isFetching && !search.data && <Loading lines={3} />}
      {search.error && <Failed error={search.error} again={() => search.refetch()} />}
      <div className="split network">
        <div>
          {hits.length > 0 && <Hits hits={hits} chosen={chosen} q={q} />}
          {search.data && hits.length === 0 && <NotHere q={q} />}
          <div className="sec quiet">
            <h2>From your system</h2>
          </div>
          <Curl
            command={curlOf({
              path: chosen
                ? `/v1/network/participants/${chosen}/capabilities`
                : `/v1/network/participants/search?q=${encodeURIComponent(q || 'österlunda')}`,
            })}
          />
        </div>
        {chosen && <Reach key={chosen} peppolId={chosen} hit={hits.find((hit) => hit.peppolId === chosen)} />}
      </div>
    </Page>
  );
}

type Search = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof searchQuery>['queryFn']>>>>;

function HowRead({ search }: { search: Search }) {
  const { mode, results, directoryConfigured, incomplete, took } = search;
  return (
    <p className="hint" role="status">
      Read as {mode === 'id' ? 'a number' : 'a name'}. {count(results.length, 'confirmed hit')} in{' '}
      {number(took)} ms.
      {!directoryConfigured && ' No Peppol Directory is set up here, so names are found only among numbers.'}
      {incomplete && ' Some could not be asked; try again for the rest.'}
    </p>
  );
}

const COUNTRY = new Intl.DisplayNames(['en'], { type: 'region' });

function countryName(code: string | undefined): string {
  try {
    return code ? (COUNTRY.of(code) ?? code) : '';
  } catch {
    return code ?? '';
  }
}

const SHOWN = 3;

function Hits(props: { hits: readonly Hit[]; chosen: string | undefined; q: string }) {
  const { hits, chosen, q } = props;
  return (
    <Table className="hits" caption="Found" columns={['Found', 'Country', 'Accepts', 'Source']}>
      <tbody>
        {hits.map(({ peppolId, name, countryCode, types, source }) => (
          <tr key={peppolId} className={peppolId === chosen ? 'sel' : ''}>
            <td>
              <Link
                to="/network"
                search={{ q, open: peppolId }}
                replace
                aria-current={peppolId === chosen ? 'true' : undefined}
              >
                <strong>{name ?? peppolId}</strong>
                <small className="mono">{peppolId}</small>
              </Link>
            </td>
            <td>{countryName(countryCode)}</td>
            <td className="dim">
              {types
                .slice(0, SHOWN)
                .map((type) => typeName(type).toLowerCase())
                .join(', ')}
              {types.length > SHOWN && ` +${types.length - SHOWN}`}
            </td>
            <td className="dim">{source === 'DIRECTORY' ? 'Directory, SMP' : 'SMP'}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function NotHere({ q }: { q: string }) {
  return (
    <div className="note under">
      <b>No confirmed hit for {q}. </b>
      That is not proof that a company is not on Peppol: not every one is listed by name. Its organisation
      number asks every SMP, listed or not.
    </div>
  );
}
