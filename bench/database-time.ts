import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Milliseconds a tick of /proc stands for; Linux has 100 of them a second on every machine of today. */
const TICK_MS = 10;

/**
 * Processor time that the embedded database of `dataDir` has used so far, in milliseconds: the server and its
 * connections, also those that ended. Undefined where there is no /proc.
 */
export function databaseTime(dataDir: string): number | undefined {
  const pidFile = join(dataDir, 'postgres/cluster/postmaster.pid');
  if (!existsSync('/proc/self/stat') || !existsSync(pidFile)) return undefined;
  const [server = ''] = readFileSync(pidFile, 'utf8').split('\n');
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const times = all.flatMap((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // After the name in parentheses: state, parent, …; 11 to 14 are the times of it and of its ended children.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (pid !== server && fields[1] !== server) return [];
      return fields.slice(11, pid === server ? 15 : 13).map(Number);
    } catch {
      return [];
    }
  });
  return times.reduce((sum, ticks) => sum + ticks, 0) * TICK_MS;
}
