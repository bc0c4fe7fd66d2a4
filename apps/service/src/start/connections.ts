import type { ClientBase, Pool } from 'pg';
import type { Logger } from 'pino';

/** To PostgreSQL: 20 for requests, 8 for jobs, one that looks whether it is well, and a few to spare. */
const OF_A_PROCESS = 32;
/** Of the process that started the others, and for commands. */
const OF_THE_NODE = 8;

/** How many connections so many processes may take together. */
export const connectionsFor = (processes: number): number => processes * OF_A_PROCESS + OF_THE_NODE;

/** With so few a node starts, of one process where it may choose. */
export const leastConnections = (processes: number | 'auto'): number =>
  processes === 'auto' || processes === 1 ? OF_A_PROCESS : connectionsFor(processes);

interface Wanted {
  wanted: number;
  /** Of other nodes, and how many processes they have together. */
  others: { nodes: number; processes: number };
  /** As many as there are cores, rather than so many. */
  isAuto: boolean;
  log: Pick<Logger, 'warn'>;
}

/** How many processes there may be, as each needs connections to the database. A problem when it has too few for those asked for. */
export async function countWithin(
  pool: Pool,
  { wanted, others, isAuto, log }: Wanted,
): Promise<{ count: number } | { problem: string }> {
  const room = (await roomFor(pool)) - others.processes * OF_A_PROCESS - others.nodes * OF_THE_NODE;
  if (connectionsFor(wanted) <= room) return { count: wanted };
  const count = Math.max(1, Math.floor((room - OF_THE_NODE) / OF_A_PROCESS));
  const forUs = `${room} for us${others.nodes > 0 ? ', beside those of other nodes' : ''}`;
  const sentence = `${wanted} processes take up to ${connectionsFor(wanted)} connections to PostgreSQL, which has ${forUs}.`;
  if (!isAuto)
    return {
      problem: `PROCESSES=${wanted}: ${sentence} Give it more (max_connections), or set PROCESSES=${count}.`,
    };
  log.warn({ cores: wanted, processes: count }, `${sentence} There are fewer processes than cores`);
  return { count };
}

/** Connections that our user may have to our database, those of other nodes included. */
export async function roomFor(database: Pool | ClientBase): Promise<number> {
  const { rows } = await database.query<{ room: number }>(`
    select least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0),
      (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user),
      (select nullif(datconnlimit, -1) from pg_database where datname = current_database())) as room`);
  return rows[0]?.room ?? 0;
}
