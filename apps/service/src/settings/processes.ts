import type { Settings } from './settings.ts';

/** What a process may do: the API, AS4 and the SMP, work in the background, file transfer. */
export const ROLES = ['http', 'network', 'worker', 'sftp'] as const;
export type Role = (typeof ROLES)[number];

export interface ProcessSettings {
  roles: ReadonlySet<Role>;
  /** How many processes share the work; `auto` for as many as there are cores. */
  processes: number | 'auto';
}

const MOST_PROCESSES = 128;
/** Without one of these, documents wait for another node. */
const NEEDED: readonly Role[] = ['http', 'network', 'worker'];

export function readProcessSettings(settings: Settings): ProcessSettings {
  const roles = readRoles(settings);
  const processes = readProcesses(settings);
  const isShared = settings.text('DATABASE_URL') !== undefined;
  if (!isShared && NEEDED.some((role) => !roles.has(role)))
    settings.problem(
      `ROLES=${settings.text('ROLES')} leaves work to other nodes, which need the same database. Set DATABASE_URL, or name ${NEEDED.join(', ')} too.`,
    );
  const isSftpAlone = roles.size === 1 && roles.has('sftp');
  if (isSftpAlone && settings.text('SFTP_PORT') === 'off')
    settings.problem('ROLES=sftp has nothing to do, as SFTP_PORT is off. Set a port, or other roles.');
  if (isSftpAlone && processes !== 1 && processes !== 'auto')
    settings.problem(`ROLES=sftp is the work of one process. Set PROCESSES=1 in place of ${processes}.`);
  return { roles, processes: isSftpAlone ? 1 : processes };
}

function readRoles(settings: Settings): ReadonlySet<Role> {
  const text = settings.text('ROLES');
  if (text === undefined) return new Set(ROLES);
  const named = text.split(',').map((part) => part.trim());
  const strange = named.filter((name) => !ROLES.some((role) => role === name));
  if (strange.length > 0)
    settings.problem(
      `ROLES=${text}: "${strange.join('", "')}" is not one of ${ROLES.join(', ')}. Name those that this node is to have, by commas.`,
    );
  return new Set(ROLES.filter((role) => named.includes(role)));
}

function readProcesses(settings: Settings): number | 'auto' {
  if (settings.text('PROCESSES') === 'auto') return 'auto';
  return settings.number('PROCESSES', 1, { min: 1, max: MOST_PROCESSES, next: 'Set one of them, or auto.' });
}
