import { createHash } from 'node:crypto';
import { checkReport, type ReportFinding } from '@pappel/reporting/check';
import {
  daysOf,
  type Month,
  momentsOf,
  parseMonth,
  type ReportKind,
  reportType,
} from '@pappel/reporting/report';
import { sql } from 'kysely';
import type { Actor } from '../platform/access/actor.ts';
import { type Db, type Tx, transaction } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import { AppError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { recordOperatorAudit } from '../platform/operator-audit.ts';
import { sendAsProvider } from '../provider/own-document.ts';
import type { Provider } from '../provider/provider.ts';
import { writeFromLedger } from './figures.ts';

export interface ReportDeps {
  db: Db;
  provider: Provider;
}

export interface ReportView {
  id: string;
  kind: ReportKind;
  /** `2026-10` */
  month: string;
  createdAt: string;
  bytes: number;
  sha256: string;
  /** The figures of all. */
  total: Record<string, number>;
  valid: boolean;
  findings: ReportFinding[];
  /** Whether it went to OpenPeppol; undefined when it was not sent. */
  delivery?: {
    status: 'QUEUED' | 'AS4_ACCEPTED' | 'SEND_FAILED';
    attempts: number;
    acceptedAt?: string;
    nextAttemptAt?: string;
    lastErrorCode?: string;
    lastErrorMessage?: string;
  };
}

export interface ReportName {
  kind: ReportKind;
  month: Month;
}

/** The kind and month in a path, or NOT_FOUND. */
export function reportNamed(kind: string, month: string): ReportName {
  const known = (['TSR', 'EUSR'] as const).find((one) => one.toLowerCase() === kind);
  const read = parseMonth(month);
  if (!known || !read)
    throw new AppError('NOT_FOUND', { message: 'Ask for reports/tsr/2026-10 or reports/eusr/2026-10.' });
  return { kind: known, month: read };
}

/** Makes a report anew from the ledger, by hand or by the clock. Each version that differs from the one before is kept. */
export async function makeReport(
  deps: ReportDeps,
  { kind, month }: ReportName,
  by?: Actor,
): Promise<ReportView> {
  const { db, provider } = deps;
  if (momentsOf(month).from > new Date())
    throw new AppError('INVALID_STATE', { message: 'The month has not begun. Ask for an earlier one.' });
  const document = await writeFromLedger(db, kind, month, provider.seat);
  await transaction(db, async (tx) => {
    await lock(tx, kind, month);
    await recordMove(tx, 'report.made', { kind, month }, by);
    const last = await latest(tx, kind, month);
    if (last?.document.equals(document)) return;
    const values = { id: newId<'Report'>(), kind, month: daysOf(month).first, document };
    await tx.insertInto('reports').values(values).execute();
  });
  return readReport(deps, { kind, month });
}

/** The latest version, or NOT_FOUND. */
export async function readReport({ db }: { db: Db }, { kind, month }: ReportName): Promise<ReportView> {
  return viewOf(await latestOr404(db, kind, month));
}

export async function downloadReport({ db }: { db: Db }, { kind, month }: ReportName) {
  const { document } = await latestOr404(db, kind, month);
  return { document, fileName: `${kind.toLowerCase()}-${daysOf(month).first.slice(0, 7)}.xml` };
}

/** The latest version of each month and kind, newest month first. */
export async function listReports({ db }: { db: Db }): Promise<ReportView[]> {
  const rows = await reports(db)
    .distinctOn(['reports.month', 'reports.kind'])
    .orderBy('reports.month', 'desc')
    .orderBy('reports.kind')
    .orderBy('reports.created_at', 'desc')
    .limit(120)
    .execute();
  return rows.map(viewOf);
}

/**
 * Makes the report of a month that is over, and sends it, unless this version is on its way or there. A later version
 * replaces what OpenPeppol has, until the deadline [TSR 1.0, EUSR 1.1].
 */
export async function sendReport(
  deps: ReportDeps,
  { kind, month }: ReportName,
  by?: Actor,
): Promise<ReportView> {
  const { db, provider } = deps;
  if (momentsOf(month).to > new Date())
    throw new AppError('INVALID_STATE', { message: 'The month is not over. Send its report afterwards.' });
  const made = await makeReport(deps, { kind, month });
  if (!made.valid)
    throw new AppError('INVALID_STATE', {
      message: `The report breaks its rules: ${made.findings.map((one) => one.code).join(', ')}. Correct the data.`,
    });
  await transaction(db, async (tx) => {
    await lock(tx, kind, month);
    const last = await latest(tx, kind, month);
    if (!last || last.status === 'QUEUED' || last.status === 'AS4_ACCEPTED') return;
    const { document } = last;
    const receivers = [provider.reportReceiver];
    const id = await sendAsProvider(tx, provider, { kind, receivers, ...reportType(kind), document });
    await tx.updateTable('reports').set({ provider_message_id: id }).where('id', '=', last.id).execute();
    await recordMove(tx, 'report.sent', { kind, month }, by);
  });
  return readReport(deps, { kind, month });
}

async function recordMove(
  tx: Tx,
  eventType: 'report.made' | 'report.sent',
  { kind, month }: ReportName,
  actor: Actor | undefined,
): Promise<void> {
  if (!actor) return;
  const name = `${kind} ${daysOf(month).first.slice(0, 7)}`;
  await recordOperatorAudit(tx, { actor, eventType, target: { type: 'report', id: name, name } });
}

/** One at a time makes or sends a report. */
async function lock(tx: Tx, kind: ReportKind, month: Month): Promise<void> {
  const name = `${kind} ${daysOf(month).first}`;
  await overAll(tx, 'of nobody')
    .selectNoFrom((eb) => eb.fn('pg_advisory_xact_lock', [eb.fn('hashtext', [eb.val(name)])]).as('locked'))
    .execute();
}

const DELIVERY = [
  'status',
  'attempts',
  'accepted_at',
  'next_attempt_at',
  'last_error_code',
  'last_error_message',
] as const;

const reports = (db: Db) =>
  db
    .selectFrom('reports')
    .leftJoin('provider_messages', 'provider_messages.id', 'reports.provider_message_id')
    .selectAll('reports')
    .select(DELIVERY);

const latest = (db: Db, kind: ReportKind, month: Month) =>
  reports(db)
    .where('reports.kind', '=', kind)
    .where('reports.month', '=', sql<Date>`${daysOf(month).first}::date`)
    .orderBy('reports.created_at', 'desc')
    .executeTakeFirst();

type Row = NonNullable<Awaited<ReturnType<typeof latest>>>;

async function latestOr404(db: Db, kind: ReportKind, month: Month): Promise<Row> {
  const row = await latest(db, kind, month);
  if (!row) throw new AppError('NOT_FOUND', { message: 'This report was not made yet. POST to make it.' });
  return row;
}

function viewOf(row: Row): ReportView {
  const verdict = checkReport(row.document);
  return {
    id: row.id,
    kind: row.kind,
    month: monthText(row.month),
    createdAt: row.created_at.toISOString(),
    bytes: row.document.length,
    sha256: createHash('sha256').update(row.document).digest('hex'),
    total: verdict.valid ? verdict.report.total : {},
    valid: verdict.valid,
    findings: verdict.valid ? [] : verdict.findings,
    ...(row.status === null ? {} : { delivery: deliveryOf(row, row.status) }),
  };
}

/** A date without a time comes as midnight where the process is. */
function monthText(date: Date): string {
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}`;
}

const deliveryOf = (row: Row, status: NonNullable<Row['status']>): ReportView['delivery'] => ({
  status,
  attempts: row.attempts ?? 0,
  acceptedAt: row.accepted_at?.toISOString(),
  nextAttemptAt: row.next_attempt_at?.toISOString(),
  lastErrorCode: row.last_error_code ?? undefined,
  lastErrorMessage: row.last_error_message ?? undefined,
});
