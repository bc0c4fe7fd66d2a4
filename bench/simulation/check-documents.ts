import { MESSAGE_STATUSES, type MessageStatus } from '../../apps/service/src/messages/message.ts';
import { RETRY_SCHEDULE } from '../../apps/service/src/outbound/settle.ts';
import { must } from './broken.ts';
import { Archives } from './check-archives.ts';
import type { Customer, Submitted } from './customer.ts';
import { DAY, HOUR, MINUTE, momentText, SECOND } from './simulated-time.ts';
import { lastNight, timeUp, troubled } from './up-time.ts';
import { RETENTION_DAYS, type World } from './world.ts';

/** A document whose service level a report may still count is kept so long at least. */
const REPORTED_DAYS = 100;
/** All pauses between attempts at their longest, with the attempts themselves and what waits for a receiver left alone. */
const LONGEST_SENDING = (RETRY_SCHEDULE.reduce((sum, pause) => sum + pause, 0) * SECOND * 11) / 10 + 6 * HOUR;
/** Clocks that are set back, and ids made before. */
const SLACK = 2 * HOUR;

interface Row {
  id: string;
  direction: 'INBOUND' | 'OUTBOUND';
  status: MessageStatus;
  as4: string;
  created: Date;
  changed: Date;
  reference: string | null;
  key: string;
  noted: Date | null;
  statusDue: Date | null;
}

interface Known extends Row {
  isGone?: true;
}

const ROWS = `select id, direction, status, as4_message_id as as4, created_at as created, status_changed_at as changed,
    external_reference as reference, payload_key as key, waiting_noted_at as noted,
    (select created_at from mls_due where message_id = messages.id) as "statusDue"
  from messages`;

/** What waits for a job without there being one: nobody would ever look at it again. */
const ORPHANS = `
  with jobs as (
    select identifier as task, payload from graphile_worker._private_jobs as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
    where is_available or locked_at is not null
  )
  select 'document ' || id as what from messages where direction = 'OUTBOUND' and not status = any($1)
    and not exists (select from jobs where task = 'outbound.send' and payload->>'messageId' = messages.id::text)
  union all
  select 'message of our own ' || id from provider_messages where status = 'QUEUED' and not exists (
    select from jobs where task = 'outbound.send-provider-message' and payload->>'providerMessageId' = provider_messages.id::text)
  union all
  select 'status to be given about ' || message_id from mls_due where provider_message_id is null and not exists (
    select from jobs where task = 'inbound.mls' and payload->>'messageId' = mls_due.message_id::text)
  union all
  select 'status received ' || id from mls_received where outcome = 'WAITING' and not exists (
    select from jobs where task = 'inbound.apply-mls' and payload->>'mlsReceivedId' = mls_received.id::text)`;

const FINAL = Object.entries(MESSAGE_STATUSES).flatMap(([status, { isFinal }]) => (isFinal ? [status] : []));

/** No document is lost, doubled, forgotten, removed too early or kept too long. */
export class DocumentChecks {
  readonly #world: World;
  readonly #customer: Customer;
  readonly #known = new Map<string, Known>();
  readonly #inbound = new Map<string, Set<string>>();
  readonly #outbound = new Map<string, Set<string>>();
  readonly #archives: Archives | undefined;

  constructor(world: World, customer: Customer) {
    this.#world = world;
    this.#customer = customer;
    this.#archives = world.archiveDir === undefined ? undefined : new Archives(world.archiveDir);
  }

  /** How many documents there ever were. */
  count(direction: Row['direction'], status?: MessageStatus): number {
    return [...this.#known.values()].filter(
      (row) => row.direction === direction && (status === undefined || row.status === status),
    ).length;
  }

  async check(): Promise<void> {
    const rows = await this.#world.ask<Row>(ROWS);
    const keys = new Set(this.#world.payloads.keys);
    const present = new Set(rows.map(({ id }) => id));
    const gone = [...this.#known.values()].filter(({ id, isGone }) => !isGone && !present.has(id));
    for (const known of gone) this.#hasGone(known);
    await this.#archives?.mustHold(gone.map(({ id }) => id));
    for (const row of rows) {
      this.#known.set(row.id, row);
      this.#isOne(row);
      must(keys.has(row.key), () => `${nameOf(row)} has no bytes`);
      this.#isInTime(row);
    }
    for (const submitted of this.#customer.submitted) this.#isThere(submitted);
    for (const row of rows) this.#hasArrived(row);
    const [orphan] = await this.#world.ask<{ what: string }>(ORPHANS, [FINAL]);
    must(orphan === undefined, () => `${orphan?.what} waits, and no job is there for it`);
  }

  /** Removed is only what ended and is old, and what a report does not count any more. */
  #hasGone(known: Known): void {
    known.isGone = true;
    const { now } = this.#world;
    must(MESSAGE_STATUSES[known.status].isFinal, () => `${nameOf(known)} is gone, and was ${known.status}`);
    must(
      known.changed.getTime() < now - RETENTION_DAYS * DAY + SLACK,
      () => `${nameOf(known)} is gone, and ended only at ${known.changed.toISOString()}`,
    );
    must(
      known.statusDue === null || known.statusDue.getTime() < now - REPORTED_DAYS * DAY + SLACK,
      () => `${nameOf(known)} is gone while reports count it`,
    );
  }

  #isOne(row: Row): void {
    const [all, name] =
      row.direction === 'INBOUND' ? [this.#inbound, row.as4] : [this.#outbound, row.reference ?? row.id];
    const ids = all.get(name) ?? new Set();
    all.set(name, ids.add(row.id));
    must(ids.size === 1, () => `${row.direction} ${name} is there ${ids.size} times: ${[...ids].join(', ')}`);
  }

  #isInTime(row: Row): void {
    const { now } = this.#world;
    const { isFinal } = MESSAGE_STATUSES[row.status];
    if (isFinal) this.#isNotTooOld(row);
    else if (row.direction === 'OUTBOUND')
      must(
        timeUp(this.#world, row.created.getTime(), now) < LONGEST_SENDING,
        () => `${nameOf(row)} is ${row.status} since ${momentText(row.created.getTime())}`,
      );
    else this.#isNoted(row);
  }

  #isNotTooOld(row: Row): void {
    const night = lastNight(this.#world, this.#archives ? 'archive.night' : 'messages.remove-old');
    if (night === undefined) return;
    const oldest = row.statusDue
      ? Math.min(night - RETENTION_DAYS * DAY, night - REPORTED_DAYS * DAY)
      : night - RETENTION_DAYS * DAY;
    const since = Math.max(row.changed.getTime(), row.statusDue?.getTime() ?? 0);
    must(
      since > oldest - SLACK,
      () => `${nameOf(row)} ended at ${row.changed.toISOString()} and is still there`,
    );
  }

  /** Of one that nobody has collected for a day it is said so. */
  #isNoted(row: Row): void {
    const { now } = this.#world;
    const [dayAfter, waited] = [row.created.getTime() + DAY, 14 * HOUR];
    if (row.noted || dayAfter > now || timeUp(this.#world, dayAfter, now) < waited) return;
    must(
      troubled(this.#world, dayAfter - HOUR, now),
      () => `${nameOf(row)} waits since ${row.created.toISOString()}, and nobody was told`,
    );
  }

  #isThere(submitted: Submitted): void {
    const { id, key, at, what } = submitted;
    if (id === undefined) return;
    const known = this.#known.get(id);
    must(known !== undefined, () => `${key} was taken at ${momentText(at)} as ${id}, and is not there`);
    if (!known || !MESSAGE_STATUSES[known.status].isFinal) return;
    const wanted = { invoice: 'AS4_ACCEPTED', wrong: 'VALIDATION_FAILED', unknown: 'DISCOVERY_FAILED' }[what];
    if (known.status === wanted) return;
    const isDefault = known.status === 'SEND_FAILED' && troubled(this.#world, at, known.changed.getTime());
    must(isDefault, () => `${key} (${what}) ended as ${known.status}`);
  }

  #hasArrived(row: Row): void {
    if (row.direction === 'OUTBOUND' && row.status === 'AS4_ACCEPTED')
      must(this.#inbound.has(row.as4), () => `${nameOf(row)} was accepted, and did not arrive`);
  }

  /** What no document has is swept a day later. */
  strays(): void {
    const used = new Set([...this.#known.values()].filter(({ isGone }) => !isGone).map(({ key }) => key));
    const night = lastNight(this.#world, 'outbound.sweep-payloads');
    if (night === undefined) return;
    const left = this.#world.payloads
      .writtenBefore(night - DAY - 20 * MINUTE)
      .filter((key) => /^(outbound|inbound|uploads)\//.test(key) && !used.has(key));
    must(left.length === 0, () => `bytes that no document has are still there: ${left.join(', ')}`);
  }
}

const nameOf = ({ direction, reference, id }: Row): string => `${direction} ${reference ?? ''} ${id}`;
