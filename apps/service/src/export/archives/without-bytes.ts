import { sql } from 'kysely';
import { isOld } from '../../messages/old.ts';
import { recordAccountAudit } from '../../platform/account-audit.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { overAll } from '../../platform/db/roots.ts';
import { type AccountId, type ArchiveId, type CompanyId, type MessageId, newId } from '../../platform/ids.ts';
import { withRowPayloads } from '../../platform/row-payloads.ts';
import { holding, keyOf, type OpenArchive, takeOpen } from './archive.ts';
import { begin, tellLost } from './begin.ts';
import { type ArchiveDeps, type Archived, goOn } from './go-on.ts';

export interface Decision {
  messageIds: readonly MessageId[];
  /** What ended later is kept. */
  before: Date;
  reason: string;
  /** Who decides, and from where. */
  by: string;
  onArchived?: (one: Archived) => void;
}

/** A document that was named, as it is now. */
interface Named {
  id: MessageId;
  accountId: AccountId;
  companyId: CompanyId;
  key: string;
  isOld: boolean;
  isQuiet: boolean;
  /** Of which archive it is, where it is of one; and whether somebody decided that it goes without its bytes. */
  archiveId: ArchiveId | null;
  isDecided: boolean;
}

/**
 * Archives and removes documents whose bytes are lost, because somebody says so of each of them. One that cannot be, and
 * nothing is done; the problems say why. The decision commits with the audits and the beginning of the archive: from there
 * the night goes on with it where this process dies. [MSG-41]
 */
export async function archiveWithoutBytes(deps: ArchiveDeps, decision: Decision): Promise<string[]> {
  const named = await look(deps.db, decision);
  const { open, fresh } = sorted(named);
  const problems = [...missing(decision, named), ...(await whyNot(deps, fresh))];
  if (problems.length > 0) return [...problems, 'Nothing was done.'];
  const holder = newId<'Node'>();
  const archives: OpenArchive[] = [];
  for (const id of open) {
    const one = await takeOpen(deps.db, holder, { id });
    if (one) archives.push(one);
    else problems.push('Another process is at an archive of some of them. Ask again later.');
  }
  for (const documents of Map.groupBy(fresh, ({ accountId }) => accountId).values()) {
    const one = await decide(deps.db, documents, { ...decision, holder });
    if (one) archives.push(one);
    else problems.push('Somebody else has just decided about some of them. Ask again.');
  }
  for (const one of archives)
    try {
      const archived = await holding(deps.db, one, holder, () => goOn(deps, one));
      decision.onArchived?.(archived);
    } catch (error) {
      problems.push((error as Error).message);
    }
  return problems;
}

async function look(db: Db, { messageIds, before }: Decision): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select messages.id, messages.account_id as "accountId", messages.company_id as "companyId",
      messages.payload_key as key, ${isOld(before)} as "isOld",
      messages.updated_at < now() - interval '1 hour' as "isQuiet",
      d.archive_id as "archiveId", coalesce(archives.without_bytes is not null, false) as "isDecided"
    from messages
    join accounts on accounts.id = messages.account_id and accounts.status not in ('DELETING', 'DELETED')
    left join archive_documents as d on d.message_id = messages.id and d.account_id = messages.account_id
    left join archives on archives.id = d.archive_id and archives.account_id = d.account_id
    where messages.id = any(${messageIds}::uuid[]) order by messages.created_at, messages.id`.execute(
    overAll(db, 'operator'),
  );
  return rows;
}

/** What was decided before and is not at its end is gone on with. */
function sorted(named: readonly Named[]): { open: Set<ArchiveId>; fresh: Named[] } {
  const open = new Set(named.flatMap(({ isDecided, archiveId }) => (isDecided && archiveId) || []));
  return { open, fresh: named.filter(({ isDecided }) => !isDecided) };
}

const missing = ({ messageIds }: Decision, named: readonly Named[]): string[] =>
  messageIds
    .filter((id) => named.every((one) => one.id !== id))
    .map((id) => `${id}: there is no such document, or none any more. Leave it out.`);

async function whyNot({ db, payloads }: ArchiveDeps, fresh: readonly Named[]): Promise<string[]> {
  const { kept } = await tellLost(withRowPayloads(db, payloads), fresh);
  const there = new Set(kept);
  return fresh.flatMap((one) => {
    const why = whyNotThis(one, there.has(one.id));
    return why === undefined ? [] : [`${one.id}: ${why}`];
  });
}

function whyNotThis({ isOld: hasEnded, isQuiet, archiveId }: Named, isThere: boolean): string | undefined {
  if (isThere) return 'its bytes are in the payload store, and it is archived with them. Leave it out.';
  if (!hasEnded) return 'it is not past its retention, and is kept. Leave it out.';
  if (!isQuiet) return 'it was touched within the hour. Ask again later.';
  if (archiveId) return 'it is of an archive that is begun. Run "pappel archive", and ask again.';
  return undefined;
}

function decide(
  db: Db,
  documents: readonly Named[],
  { before, reason, by, holder }: Decision & { holder: string },
): Promise<OpenArchive | undefined> {
  const [first] = documents;
  if (!first) return Promise.resolve(undefined);
  return begin(db, {
    ...{ accountId: first.accountId, before, holder },
    messageIds: documents.map(({ id }) => id),
    withoutBytes: { decidedAt: new Date().toISOString(), decidedBy: by, reason },
    also: (tx, one, taken) =>
      audit(
        tx,
        one,
        documents.filter(({ id }) => taken.includes(id)),
      ),
  });
}

/** The customer's audit and the operator's have a line of each document. */
async function audit(tx: Tx, one: OpenArchive, documents: readonly Named[]): Promise<void> {
  const { decidedBy = '', reason } = one.withoutBytes ?? {};
  for (const { id, companyId } of documents)
    await recordAccountAudit(tx, {
      accountId: one.accountId,
      actor: { kind: 'OPERATOR', name: decidedBy },
      eventType: 'message.archived_without_bytes',
      companyIds: [companyId],
      target: { type: 'message', id },
      metadata: { reason, archive: keyOf(one) },
    });
}
