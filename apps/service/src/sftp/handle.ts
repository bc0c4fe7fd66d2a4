import type { Entry } from './entry.ts';

/** What a client has open. */
export type Handle = FileHandle | DirectoryHandle;

export interface FileHandle {
  kind: 'file';
  entry(): Entry;
  /** Undefined at the end. */
  read(offset: number, length: number): Promise<Buffer | undefined>;
  write(offset: number, data: Buffer): Promise<void>;
  truncate(size: number): Promise<void>;
  /** What was written is kept when this resolves. */
  close(): Promise<void>;
  /** The connection ended before the client closed it. */
  abandon(): Promise<void>;
}

export interface DirectoryHandle {
  kind: 'directory';
  /** Undefined at the end. */
  next(): Promise<Entry[] | undefined>;
  close(): Promise<void>;
  abandon(): Promise<void>;
}

/** As many names as one answer carries without being too long for any client. */
const NAMES_AT_ONCE = 100;

/** Hands pages out in small answers; nothing is read before it is asked for. */
export function directoryHandle(pages: AsyncGenerator<Entry[]>): DirectoryHandle {
  let waiting: Entry[] = [];
  const end = async (): Promise<void> => {
    await pages.return(undefined);
  };
  return {
    kind: 'directory',
    next: async () => {
      if (waiting.length === 0) {
        const page = await pages.next();
        if (page.done) return undefined;
        waiting = page.value;
      }
      const names = waiting.slice(0, NAMES_AT_ONCE);
      waiting = waiting.slice(NAMES_AT_ONCE);
      return names;
    },
    close: end,
    abandon: end,
  };
}
