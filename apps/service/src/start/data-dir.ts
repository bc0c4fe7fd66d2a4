import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The mark of a restore that has not come to its end. */
export const RESTORING = 'restoring';

/** Who has a data directory, as it says itself. */
interface Holder {
  pid: number;
  host: string;
  since: string;
  api: string;
}

export interface DataDir {
  /** Lets others have it. */
  release(): Promise<void>;
}

/**
 * Takes the data directory for this process alone. The lock is one of the kernel on a file, by way of SQLite: it ends with
 * the process however that dies, holds between containers that share the folder, and two that come at once get it one
 * after the other. A problem says who has it, or why the folder cannot be used.
 */
export async function openDataDir(dir: string, api: string): Promise<DataDir | { problem: string }> {
  const unusable = await tryToWrite(dir);
  if (unusable) return { problem: unusable };
  if (existsSync(join(dir, RESTORING))) return { problem: halfRestored(dir) };
  const file = join(dir, 'holder.json');
  const lock = takeLock(join(dir, 'lock'));
  if (!lock) return { problem: heldSentence(dir, await readHolder(file)) };
  const holder: Holder = { pid: process.pid, host: hostname(), since: new Date().toISOString(), api };
  await writeFile(file, `${JSON.stringify(holder)}\n`);
  return {
    release: async () => {
      await rm(file, { force: true });
      lock.close();
    },
  };
}

const halfRestored = (dir: string): string =>
  `DATA_DIR=${dir} holds half of an installation: "pappel restore" did not come to its end. Empty it, then restore again.`;

const SQLITE_BUSY = 5;

function takeLock(file: string): DatabaseSync | undefined {
  const database = new DatabaseSync(file);
  try {
    database.exec('begin exclusive');
    return database;
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
}

async function tryToWrite(dir: string): Promise<string | undefined> {
  const probe = join(dir, `.probe-${process.pid}`);
  try {
    // To enter, and no more: the user that owns an embedded PostgreSQL must come by.
    await mkdir(dir, { recursive: true, mode: 0o711 });
    await writeFile(probe, 'x');
    await rm(probe);
    return undefined;
  } catch (error) {
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
    return `DATA_DIR=${dir} cannot be written (${code}). Name a folder in which this user may write.`;
  }
}

/** The file is written just after the lock is taken: for a moment it can be missing, or of a former holder. */
async function readHolder(file: string): Promise<Holder | undefined> {
  return readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as Holder,
    () => undefined,
  );
}

function heldSentence(dir: string, holder: Holder | undefined): string {
  const who = holder
    ? `process ${holder.pid} on ${holder.host}, which serves ${holder.api} since ${holder.since}`
    : 'another process, which is just starting';
  return `DATA_DIR=${dir} is in use by ${who}. It was left alone: stop it first, or name another folder.`;
}
