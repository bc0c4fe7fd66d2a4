import { certificatesOf } from '../../apps/service/src/health/certificates.ts';
import { LASTING_READERS } from '../../apps/service/src/platform/events/readers.ts';
import { must } from './broken.ts';
import { DAY, HOUR, momentText } from './simulated-time.ts';
import { lastNight, timeUp, troubled } from './up-time.ts';
import { EVENTS_DAYS, type World } from './world.ts';

/** Of all that the clock asks for nothing is put off for longer than this, while a process lives. */
const LONGEST_BETWEEN = 3 * DAY;
const MONTHS_AHEAD = 2;

/** No job is stuck, none that the clock asks for is forgotten. */
export async function checkJobs(world: World): Promise<void> {
  const stuck = await world.ask<{ task: string; attempts: number; key: string | null; error: string | null }>(
    `select identifier as task, attempts, key, last_error as error from graphile_worker._private_jobs as jobs
     join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
     where not is_available or run_at < $1`,
    [new Date(world.now)],
  );
  must(stuck.length === 0, () => `jobs that nobody will do: ${JSON.stringify(stuck)}`);
  const tasks = world.life.clock.map(({ task }) => task);
  const twice = await world.ask<{ task: string; count: number }>(
    `select identifier as task, count(*)::int as count from graphile_worker._private_jobs as jobs
     join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
     where identifier = any($1) group by 1 having count(*) > 1`,
    [tasks],
  );
  must(twice.length === 0, () => `work by the clock is there more than once: ${JSON.stringify(twice)}`);
  for (const task of tasks) {
    const last = world.lastDone.get(task) ?? world.plan.start;
    const isPlanned = world.plan.phases.some(
      (phase) => phase.kind === 'job' && phase.job === task && phase.to > last && phase.from < world.now,
    );
    must(
      isPlanned || timeUp(world, last, world.now) < LONGEST_BETWEEN,
      () => `${task} was last done at ${momentText(last)}`,
    );
  }
}

/** Each event has its place and is read once; the months of the log are made ahead, and dropped behind their readers. */
export async function checkEventLog(world: World): Promise<void> {
  const [log] = await world.ask<{
    head: number;
    read: number;
    places: number;
    pending: number;
    strays: number;
  }>(
    `select (select seq from event_head)::int as head, (select count(*) from simulated_readings)::int as read,
       (select count(distinct seq) from simulated_readings)::int as places,
       (select count(*) from events_pending)::int as pending, (select count(*) from events_other_times)::int as strays`,
  );
  must(log?.pending === 0, () => `${log?.pending} events have no place`);
  must(
    log?.read === log?.head && log?.places === log?.head,
    () => `the log is read wrongly: ${JSON.stringify(log)}`,
  );
  must(log?.strays === 0, () => `${log?.strays} events are in no month`);
  const lost = await world.ask<{ name: string; places: number; left: number }>(
    `select name, (event_head.seq - place.seq)::int as places,
       (select count(*) from events where seq > place.seq)::int as left
     from event_readers as place, event_head
     where name = any($1) and event_head.seq - place.seq <> (select count(*) from events where seq > place.seq)`,
    [Object.keys(LASTING_READERS)],
  );
  must(lost.length === 0, () => `events are gone that somebody has not read: ${JSON.stringify(lost)}`);
  await checkMonths(world);
}

async function checkMonths(world: World): Promise<void> {
  const night = lastNight(world, 'events.turn-months');
  if (night === undefined) return;
  const months = await world.ask<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'events'::regclass`,
  );
  const names = months.map(({ name }) => name).filter((name) => /_\d{4}_\d{2}$/.test(name));
  for (let ahead = 0; ahead <= MONTHS_AHEAD; ahead++) {
    const wanted = monthName(world.now, ahead);
    must(names.includes(wanted), () => `${wanted} is not made yet: ${names.join(', ')}`);
  }
  const oldest = monthName(night - (EVENTS_DAYS + 32) * DAY, 0);
  for (const name of names.filter((one) => one < oldest)) {
    const [row] = await world.ask<{ unread: boolean }>(
      `select exists (select from event_readers where name = any($1) and seq < (select max(seq) from ${name})) as unread`,
      [Object.keys(LASTING_READERS)],
    );
    const [held] = await world.ask<{ late: boolean }>(
      `select exists (select from event_readers where name = any($1) and updated_at > $2) as late`,
      [Object.keys(LASTING_READERS), new Date(night)],
    );
    must(row?.unread === true || held?.late === true, () => `${name} is read, old, and still there`);
  }
}

function monthName(at: number, later: number): string {
  const date = new Date(at);
  const month = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later));
  return `events_${month.toISOString().slice(0, 7).replace('-', '_')}`;
}

/** What happens once to a document is told once. */
const ONCE = [
  'document.received',
  'document.acknowledged',
  'document.waiting',
  'document.as4_accepted',
  'document.valid',
];

export async function checkToldOnce(world: World): Promise<void> {
  const doubled = await world.ask<{ type: string; id: string }>(
    `select type, message_id as id from simulated_readings where type = any($1) and message_id is not null
     group by 1, 2 having count(*) > 1`,
    [ONCE],
  );
  must(doubled.length === 0, () => `told twice: ${JSON.stringify(doubled)}`);
}

/** What has run out is removed by the clock; three days of life are enough for each. */
const SWEPT = {
  sessions: 'expires_at < $1',
  one_time_tokens: 'expires_at < $1',
  failing_jobs: "last_failed_at < $1::timestamptz - interval '30 days'",
  exports: "status = 'DONE' and expires_at < $1",
  webhook_deliveries: "created_at < $1::timestamptz - interval '31 days'",
};

export async function checkSwept(world: World): Promise<void> {
  let before = world.now - 3 * DAY;
  while (before > world.plan.start && timeUp(world, before, world.now) < 3 * DAY) before -= HOUR;
  for (const [table, isOver] of Object.entries(SWEPT)) {
    const [left] = await world.ask<{ count: number }>(
      `select count(*)::int as count from ${table} where ${isOver}`,
      [new Date(before)],
    );
    must(left?.count === 0, () => `${left?.count} of ${table} should have been removed`);
  }
}

/** The certificate that is in use is the one that was given last, and whoever looks is warned in time. */
export function checkCertificates(world: World): void {
  const { identity } = world.life.base;
  const mine = certificatesOf({ ...identity, tls: undefined }).find(({ role }) => role === 'ap');
  const left = (world.network.validTo() - world.now) / DAY;
  const wanted = left < 7 ? 'URGENT' : left < 30 ? 'SOON' : 'OK';
  must(
    mine !== undefined && Math.abs(Date.parse(mine.validTo) - world.network.validTo()) < 1_000,
    () => `the certificate in use ends at ${mine?.validTo}`,
  );
  must(mine?.state === wanted, () => `${left} days before its end a certificate is ${mine?.state}`);
}

const KINDS = ['TSR', 'EUSR'] as const;

/** On the 16th: both reports of the month before are there, sent once, and taken. */
export async function checkReports(world: World): Promise<void> {
  const today = new Date(world.now);
  const month = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1);
  if (month < world.plan.start) return;
  const day = (number: number) => Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), number);
  const rows = await world.ask<{ kind: string; status: string | null; same: number }>(
    `select reports.kind, (array_agg(status order by reports.created_at desc))[1] as status,
       (count(*) - count(distinct reports.document))::int as same
     from reports left join provider_messages on provider_messages.id = provider_message_id
     where month = $1::date group by reports.kind`,
    [new Date(month).toISOString().slice(0, 10)],
  );
  const wasCalm = !troubled(world, day(8), day(15)) && timeUp(world, day(8), day(15)) === 7 * DAY;
  for (const kind of KINDS) {
    const row = rows.find((one) => one.kind === kind);
    must(row?.same === 0 || row === undefined, () => `two versions of the ${kind} are the same`);
    if (wasCalm)
      must(
        row?.status === 'AS4_ACCEPTED',
        () => `the ${kind} of ${momentText(month)} is ${row?.status ?? 'not made'}`,
      );
  }
}

/** What was counted is what happened. */
export async function checkLedger(world: World, wanted: Record<string, number>): Promise<void> {
  const rows = await world.ask<{ kind: string; count: number }>(
    'select kind, sum(quantity)::int as count from ledger group by kind',
  );
  const counted = Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
  for (const [kind, count] of Object.entries(wanted))
    must((counted[kind] ?? 0) === count, () => `${kind}: ${counted[kind] ?? 0} counted, ${count} happened`);
}
