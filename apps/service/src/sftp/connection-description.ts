import { sql } from 'kysely';
import type { Principal } from '../platform/access/principal.ts';
import type { Db } from '../platform/db/database.ts';
import { IN_REACH } from '../platform/db/in-reach.ts';
import { overAll } from '../platform/db/roots.ts';
import type { CompanyId, ParticipantRowId, SftpLoginId } from '../platform/ids.ts';
import type { SftpSettings } from '../settings/sftp.ts';
import { hasDirectory } from './directory.ts';
import { hostKeyFingerprint } from './host-keys.ts';
import { type LoginRow, loginsInReach, reachOf } from './login.ts';
import { FOLDERS, type Folder } from './paths.ts';

export type Purpose = Uppercase<Folder>;
export type DirectoryAccess = 'READ' | 'READ_DELETE' | 'READ_WRITE_DELETE';

export interface ConnectionView {
  /** False where SFTP is switched off; then there is no host to connect to. */
  enabled: boolean;
  host?: string;
  port?: number;
  hostKeyFingerprint?: string;
  hostKeyAlgorithm?: string;
  layouts: LayoutView[];
}

interface LayoutView {
  loginId: SftpLoginId;
  username: string;
  companyId?: CompanyId;
  directories: { path: string; purpose: Purpose; participantId: ParticipantRowId; access: DirectoryAccess }[];
  /** There are more participants than are listed here; all of them have these directories. */
  truncated?: boolean;
}

const ACCESS: Record<Folder, DirectoryAccess> = {
  outbox: 'READ_WRITE_DELETE',
  inbox: 'READ_DELETE',
  archive: 'READ',
  sent: 'READ_DELETE',
  failed: 'READ_DELETE',
};
/** Over all layouts of an answer; each login has the same share. */
const MOST_PARTICIPANTS = 1_000;

/** Where to connect, by which key to know us, and what each login finds there. [SFT-12] */
export async function describeConnection(
  deps: { db: Db; config: { sftp: SftpSettings | undefined } },
  principal: Principal,
): Promise<ConnectionView> {
  const logins = await loginsInReach(deps.db, principal);
  const share = Math.max(1, Math.floor(MOST_PARTICIPANTS / Math.max(1, logins.length)));
  const layouts = await Promise.all(logins.map((login) => layoutOf(deps.db, login, share)));
  const { sftp } = deps.config;
  if (!sftp) return { enabled: false, layouts };
  const hostKey = await hostKeyFingerprint(deps.db);
  return {
    enabled: true,
    host: sftp.publicHost,
    port: sftp.publicPort,
    hostKeyFingerprint: hostKey?.fingerprint,
    hostKeyAlgorithm: hostKey?.algorithm,
    layouts,
  };
}

async function layoutOf(db: Db, login: LoginRow, most: number): Promise<LayoutView> {
  const { company_id: companyId } = login;
  const { rows } = await sql<{ company: string; participant: string; id: ParticipantRowId }>`
    select distinct on (companies.identifier, participants.identifier)
      companies.identifier as company, participants.identifier as participant, participants.id
    from participants join companies
      on companies.id = participants.company_id and companies.account_id = participants.account_id
    where ${IN_REACH.companies({ reach: reachOf(login) })} and ${hasDirectory}
    order by companies.identifier, participants.identifier, participants.status = 'DEACTIVATED',
      participants.created_at desc limit ${most + 1}`.execute(overAll(db, 'reach in sql'));
  const directories = rows.slice(0, most).flatMap(({ company, participant, id }) =>
    FOLDERS.map((folder) => ({
      path: companyId ? `/${participant}/${folder}` : `/${company}/${participant}/${folder}`,
      purpose: folder.toUpperCase() as Purpose,
      participantId: id,
      access: ACCESS[folder],
    })),
  );
  return {
    loginId: login.id,
    username: login.username,
    companyId: companyId ?? undefined,
    directories,
    ...(rows.length > most && { truncated: true }),
  };
}
