import type { Attributes, FileEntry } from 'ssh2';

/** What a listing shows of a file or directory. */
export interface Entry {
  name: string;
  isDirectory: boolean;
  bytes: number;
  modifiedAt: Date;
}

export const directoryEntry = (name: string, modifiedAt: Date): Entry => ({
  name,
  isDirectory: true,
  bytes: 0,
  modifiedAt,
});

/** Type bits and permissions: programs tell files from directories by them, or by the long name. */
const DIRECTORY_MODE = 0o040_750;
const FILE_MODE = 0o100_640;
const ID = 1000;

export function attributesOf(entry: Entry): Attributes {
  const seconds = Math.floor(entry.modifiedAt.getTime() / 1000);
  return {
    mode: entry.isDirectory ? DIRECTORY_MODE : FILE_MODE,
    uid: ID,
    gid: ID,
    size: entry.bytes,
    atime: seconds,
    mtime: seconds,
  };
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const HALF_A_YEAR_MS = 180 * 24 * 3_600_000;

/** A line of `ls -l`, which old programs read instead of the attributes. */
export function listed(entry: Entry): FileEntry {
  const at = entry.modifiedAt;
  const isRecent = Math.abs(Date.now() - at.getTime()) < HALF_A_YEAR_MS;
  const time = isRecent ? at.toISOString().slice(11, 16) : ` ${at.getUTCFullYear()}`;
  const day = String(at.getUTCDate()).padStart(2);
  const mode = entry.isDirectory ? 'drwxr-x---' : '-rw-r-----';
  const size = String(entry.bytes).padStart(10);
  return {
    filename: entry.name,
    longname: `${mode}   1 pappel   pappel   ${size} ${MONTHS[at.getUTCMonth()]} ${day} ${time} ${entry.name}`,
    attrs: attributesOf(entry),
  };
}
