import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chown, cp, lstat, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** A system user that owns the database and nothing else. */
const NAME = 'pappel-postgres';
/** Where everybody can run programs from, whatever folder the clone lies in. */
const OPEN_PLACE = '/var/cache/pappel';
const OTHERS_MAY_ENTER = 0o001;
const run = promisify(execFile);

export interface SystemUser {
  uid: number;
  gid: number;
}

/**
 * PostgreSQL refuses to run as root: then it runs as a user of its own, which is made at the first start. Undefined when
 * we are not root ourselves, and it runs as we do.
 */
export async function postgresUser(): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  return (await findUser()) ?? (await makeUser());
}

async function findUser(): Promise<SystemUser | undefined> {
  const numbers = await Promise.all(['-u', '-g'].map((what) => run('id', [what, NAME]))).catch(
    () => undefined,
  );
  if (!numbers) return undefined;
  const [uid = 0, gid = 0] = numbers.map(({ stdout }) => Number(stdout));
  return uid > 0 && gid > 0 ? { uid, gid } : undefined;
}

const USERADD = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent'];
const TRIES = 20;

/** Several may start at once, and /etc/passwd is locked meanwhile. */
async function makeUser(): Promise<SystemUser> {
  let problem = '';
  for (let tries = 0; tries < TRIES; tries++) {
    await run('useradd', [...USERADD, '--shell', '/usr/sbin/nologin', NAME]).catch((error: Error) => {
      problem = error.message.trim();
    });
    const user = await findUser();
    if (user) return user;
    await sleep(250);
  }
  throw new Error(
    `PostgreSQL must not run as root, and its user ${NAME} could not be made (${problem}). Make it, start Pappel as another user, or set DATABASE_URL.`,
  );
}

/** Gives the folder and all in it to the user; done only when it belongs to somebody else. */
export async function giveTo(user: SystemUser | undefined, path: string): Promise<void> {
  if (!user) return;
  const { uid } = await lstat(path);
  if (uid === user.uid) return;
  const entries = await readdir(path, { recursive: true }).catch(() => []);
  for (const entry of entries) await chown(join(path, entry), user.uid, user.gid);
  // The folder itself last: if we die on the way, the next start begins anew.
  await chown(path, user.uid, user.gid);
}

/**
 * The folder of the binaries, or a copy of it when it lies where only root may enter. `place` is where copies are kept,
 * by the name of their version.
 */
export async function reachableBinaries(
  folder: string,
  version: string,
  place = OPEN_PLACE,
): Promise<string> {
  if (await isOpen(folder)) return folder;
  const copy = join(place, `${basename(folder)}-${version}`);
  if (await exists(copy)) return copy;
  const part = `${copy}.${randomUUID()}.part`;
  await mkdir(place, { recursive: true, mode: 0o755 });
  await cp(folder, part, { recursive: true, verbatimSymlinks: true });
  await rename(part, copy).catch(async (error: unknown) => {
    await rm(part, { recursive: true, force: true });
    if (!(await exists(copy))) throw error;
  });
  return copy;
}

async function isOpen(path: string): Promise<boolean> {
  if (((await stat(path)).mode & OTHERS_MAY_ENTER) === 0) return false;
  return dirname(path) === path || isOpen(dirname(path));
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
