import { readFile, readlink } from 'node:fs/promises';
import type { Socket } from 'node:net';

/** Which bytes of a connection its other side has not confirmed. */
export interface SendQueues {
  /** Undefined where the system does not say. */
  of(socket: Socket): Promise<number | undefined>;
}

const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'];

/**
 * What the system still holds of what was written, for every connection: a client that vanished without a word leaves it
 * there, and the system itself notices after a quarter of an hour only. Known on Linux.
 */
export async function readSendQueues(): Promise<SendQueues> {
  const tables = await Promise.all(TABLES.map((table) => readFile(table, 'utf8').catch(() => '')));
  const byInode = new Map(tables.flatMap(queuesIn));
  return {
    of: async (socket) => {
      const inode = await inodeOf(socket);
      return inode === undefined ? undefined : byInode.get(inode);
    },
  };
}

/** Columns as the kernel documents them: `tx_queue:rx_queue` is the fifth, the inode the tenth. */
function queuesIn(table: string): [inode: string, bytes: number][] {
  return table
    .split('\n')
    .slice(1)
    .flatMap((line): [string, number][] => {
      const columns = line.trim().split(/\s+/);
      const [, , , , queues = '', , , , , inode] = columns;
      return inode === undefined ? [] : [[inode, Number.parseInt(queues, 16)]];
    });
}

async function inodeOf(socket: Socket): Promise<string | undefined> {
  const { _handle: handle } = socket as unknown as { _handle?: { fd?: number } };
  if (handle?.fd === undefined || handle.fd < 0) return undefined;
  const link = await readlink(`/proc/self/fd/${handle.fd}`).catch(() => '');
  return /^socket:\[(\d+)\]$/.exec(link)?.[1];
}
