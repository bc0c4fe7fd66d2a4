import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Curl, curlOf } from '../../ui/curl.tsx';
import { count } from '../../ui/format.ts';
import { Empty } from '../../ui/states.tsx';
import { type DocumentFilter, statusesOf } from './filter.ts';
import { countsQuery } from './queries.ts';

/** What the list says when it is empty: why, and what would fill it. */
export function NoDocuments({ filter }: { filter: DocumentFilter }) {
  const { company: _, ...narrowing } = filter;
  const isNarrowed = Object.values(narrowing).some((value) => value !== undefined);
  return isNarrowed ? <NoneFits filter={filter} /> : <NoneYet />;
}

const NAMES = {
  status: 'the status',
  direction: 'the direction',
  from: 'the period',
  to: 'the end of the period',
  q: 'the words',
} as const;
type Name = keyof typeof NAMES;

/** Of what narrows the list, what excludes most stands first; one click drops it. */
function NoneFits({ filter }: { filter: DocumentFilter }) {
  const names = (Object.keys(NAMES) as Name[]).filter((name) => filter[name] !== undefined);
  const without = names.map((name): DocumentFilter => {
    const { [name]: _, ...others } = filter;
    return others;
  });
  const counts = useQueries({ queries: without.map((each) => countsQuery(each)) });
  const choices = names
    .map((name, i) => {
      const rest = without[i] ?? {};
      const byStatus = counts[i]?.data?.byStatus ?? {};
      const total = rest.status
        ? statusesOf(rest).reduce((sum, status) => sum + (byStatus[status] ?? 0), 0)
        : (counts[i]?.data?.total ?? 0);
      return { name, rest, total };
    })
    .sort((a, b) => b.total - a.total);
  return (
    <Empty title="No document fits">
      <p className="dim">Narrowed by {names.map((name) => `${NAMES[name]} ${filter[name]}`).join(', ')}.</p>
      <p className="ways">
        {choices
          .filter(({ total }) => total > 0)
          .map(({ name, rest, total }) => (
            <Link key={name} className="btn" to="/documents" search={rest}>
              Without {NAMES[name]}, {count(total, 'document')}
            </Link>
          ))}
        <Link className="btn" to="/documents" search={filter.company ? { company: filter.company } : {}}>
          Show all documents
        </Link>
      </p>
    </Empty>
  );
}

function NoneYet() {
  return (
    <Empty title="Nothing has been sent or received yet">
      <p className="dim">Documents appear here by themselves as soon as there are any. The first one:</p>
      <Curl
        command={curlOf({
          method: 'POST',
          path: '/v1/messages',
          headers: { 'Idempotency-Key': 'first-invoice', 'Content-Type': 'application/json' },
          body: '{"sender":"0007:…","receiver":"0007:…","type":"invoice","payload":"<Invoice …>"}',
        })}
      />
      <Link className="btn pri" to="/documents/new" search={{}}>
        Send a document
      </Link>
    </Empty>
  );
}
