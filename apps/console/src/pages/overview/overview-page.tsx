import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRights } from '../../api/account.ts';
import { useWays } from '../../frame/use-ways.ts';
import { count, number } from '../../ui/format.ts';
import { Page } from '../../ui/page.tsx';
import { usePreference } from '../../ui/preferences.ts';
import { RestOfPlaces } from '../../ui/rest-of-places.tsx';
import { useScope } from '../../ui/scope.ts';
import { Unready } from '../../ui/unready.tsx';
import { weekday } from '../../ui/when.ts';
import { Days } from './days.tsx';
import { FirstRun, isFirstRun } from './first-run.tsx';
import { ForTheBill } from './for-the-bill.tsx';
import { NeedsAPerson, needsOf } from './needs.tsx';
import { beginningQuery, needsQuery, todayQuery } from './queries.ts';

/** How things are today; for a new account, how to begin. */
export function OverviewPage() {
  const ways = useWays();
  return (
    <>
      <Overview />
      <RestOfPlaces ways={ways} />
    </>
  );
}

function Overview() {
  const { isAdmin, role } = useRights();
  const putAway = usePreference('firstRun') === 'put away';
  const query = useQuery({ ...beginningQuery(isAdmin), enabled: role !== undefined });
  const beginning = query.data;
  if (query.isPending) return <Unready title="Overview" query={query} />;
  if (beginning && isAdmin && !putAway && isFirstRun(beginning)) return <FirstRun beginning={beginning} />;
  return <Today />;
}

function Today() {
  const scope = useScope();
  const { isAdmin } = useRights();
  const { data: today } = useQuery(todayQuery(scope));
  const needs = useQuery(needsQuery(scope, isAdmin));
  const things = needs.data ? needsOf(needs.data) : undefined;
  return (
    <Page
      title="Overview"
      heading={weekday(new Date())}
      lede={today && <Sentence today={today} things={things?.length} />}
      actions={
        <Link className="btn pri" to="/documents/new" search={{}}>
          Send a document
        </Link>
      }
    >
      <Days />
      <div className="grid2 wide-left">
        <NeedsAPerson things={things} error={needs.error} again={() => needs.refetch()} />
        <ForTheBill />
      </div>
    </Page>
  );
}

type Counts = { total: number; byStatus: Readonly<Record<string, number>> };
const ON_THEIR_WAY = ['QUEUED_VALIDATION', 'QUEUED', 'SENDING', 'SEND_RETRY'];
const NOT_ARRIVED = ['VALIDATION_FAILED', 'DISCOVERY_FAILED', 'SEND_FAILED'];

function Sentence(props: { today: { sent: Counts; received: Counts }; things: number | undefined }) {
  const { sent, received } = props.today;
  const sum = (statuses: readonly string[]) =>
    statuses.reduce((total, status) => total + (sent.byStatus[status] ?? 0), 0);
  const moving = sum(ON_THEIR_WAY);
  const failed = sum(NOT_ARRIVED);
  return (
    <>
      Today <b>{number(sent.total)}</b> sent and <b>{number(received.total)}</b> received.{' '}
      {moving > 0 && `${number(moving)} ${moving === 1 ? 'is' : 'are'} still on the way. `}
      {failed > 0 && `${number(failed)} did not arrive. `}
      {props.things !== undefined &&
        (props.things === 0 ? (
          'Nothing needs a person.'
        ) : (
          <b>
            {count(props.things, 'thing')} {props.things === 1 ? 'needs' : 'need'} a person.
          </b>
        ))}
    </>
  );
}
