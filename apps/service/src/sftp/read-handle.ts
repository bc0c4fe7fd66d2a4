import type { PayloadStore } from '../platform/payload-store.ts';
import type { Entry } from './entry.ts';
import type { FileHandle } from './handle.ts';
import { noSuchFile, SftpRefusal } from './refusal.ts';
import { type Room, Scratch } from './scratch.ts';

/** The payload store may remember these. */
const SMALL = 256 * 1024;

const readOnly = async (): Promise<never> => {
  throw new SftpRefusal('PERMISSION_DENIED', 'This file was opened for reading.');
};

/** A file of the payload store; a large one is fetched at the first read, because only then somebody wants it. */
export function payloadHandle(
  { payloads, room }: { payloads: PayloadStore; room: Room },
  user: string,
  payloadKey: string,
  entry: Entry,
): FileHandle {
  let fetched: Promise<Scratch> | undefined;
  // Whoever opens a small file reads it next, all of it.
  const small = entry.bytes <= SMALL ? payloads.get(payloadKey) : undefined;
  small?.catch(() => undefined);
  const readSmall = async (offset: number, length: number): Promise<Buffer | undefined> => {
    const bytes = await small;
    if (!bytes) throw noSuchFile();
    return offset < bytes.length ? bytes.subarray(offset, offset + length) : undefined;
  };
  // Once: after a failure what came is not the file, and the client, which asked for many pieces already, opens it anew.
  const fetch = async (): Promise<Scratch> => {
    const found = await payloads.stream(payloadKey);
    if (!found) throw noSuchFile();
    const scratch = new Scratch(room, user);
    try {
      await scratch.fill(found.stream);
    } catch (error) {
      await scratch.discard();
      throw error;
    }
    return scratch;
  };
  const end = async (): Promise<void> => (await fetched?.catch(() => undefined))?.discard();
  return {
    kind: 'file',
    entry: () => entry,
    read: async (offset, length) => {
      if (small) return readSmall(offset, length);
      fetched ??= fetch();
      return (await fetched).read(offset, length);
    },
    write: readOnly,
    truncate: readOnly,
    close: end,
    abandon: end,
  };
}

/** A text that we write ourselves, as it is at this moment. */
export function textHandle(text: string, entry: Entry): FileHandle {
  const bytes = Buffer.from(text);
  const end = async (): Promise<void> => undefined;
  return {
    kind: 'file',
    entry: () => ({ ...entry, bytes: bytes.length }),
    read: async (offset, length) =>
      offset < bytes.length ? bytes.subarray(offset, offset + length) : undefined,
    write: readOnly,
    truncate: readOnly,
    close: end,
    abandon: end,
  };
}
