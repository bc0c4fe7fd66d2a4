import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { freePortSettings } from '../../../scripts/free-ports.ts';
import { type Service, startService } from '../src/service.ts';
import { readConfig } from '../src/settings/config.ts';

export const PASSWORD = 'a long test passphrase';
export const TIMBER = '0007:5567321707';
export const FURNITURE = '0192:991825827';

const FIXTURES = join(import.meta.dirname, '../../../packages/validation/tests/fixtures');
export const fixture = (name: string): string => readFileSync(join(FIXTURES, name), 'utf8');

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the API answers
  body: any;
  headers: Headers;
}

export interface Pappel {
  service: Service;
  api: string;
  operator: string;
  dataDir: string;
  call(
    method: string,
    path: string,
    token?: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  operate(path: string, body?: unknown): Promise<Answer>;
  stop(): Promise<void>;
}

/** A database of its own, with our tables, on the server that all test files share. */
export const newDatabase = (): Promise<string> =>
  createDatabase(`template ${process.env['TEST_DATABASE_TEMPLATE'] ?? 'template1'}`);

/** One as it is before the first start. */
export const emptyDatabase = (): Promise<string> => createDatabase('');

async function createDatabase(how: string): Promise<string> {
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? '');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`create database ${name} ${how}`);
  await client.end();
  url.pathname = `/${name}`;
  return url.href;
}

/** Ports, a data directory and a database: what one installation needs. */
export async function newEnvironment(extra: Record<string, string> = {}): Promise<Record<string, string>> {
  return {
    ...(await freePortSettings()),
    DATA_DIR: mkdtempSync(join(tmpdir(), 'pappel-test-')),
    DATABASE_URL: await newDatabase(),
    NETWORK: 'local',
    SANDBOX: 'false',
    RATE_LIMITS: 'off',
    RETRY_SCHEDULE: '1,1,1',
    ...extra,
  };
}

/** A whole installation in this process: real PostgreSQL, real sockets, a local Peppol network. */
export async function startPappel(extra: Record<string, string> = {}): Promise<Pappel> {
  const env = await newEnvironment(extra);
  if (!extra['DATA_DIR'] && !extra['LOCALNET_DIR']) giveAuthority(join(env['DATA_DIR'] ?? '', 'localnet'));
  return startWith(env);
}

/** One with these settings, of what is in its data directory and database. */
export async function startWith(env: Record<string, string>): Promise<Pappel> {
  const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' });
  return pappelOf(await startService(readConfig(env), log), env);
}

/** A local network begins with the authority that the setup of the tests has made. */
function giveAuthority(networkDir: string): void {
  const made = process.env['TEST_LOCAL_AUTHORITY'];
  if (!made) return;
  mkdirSync(networkDir, { recursive: true, mode: 0o700 });
  copyFileSync(join(made, 'certificate-authority.json'), join(networkDir, 'certificate-authority.json'));
}

/** A service that was started with these settings, as tests use it. */
export function pappelOf(service: Service, env: Record<string, string>): Pappel {
  const api = `http://127.0.0.1:${env['PORT']}`;
  const operator = `http://127.0.0.1:${env['OPERATOR_PORT']}`;
  const { operatorToken } = service.base;
  return {
    service,
    api,
    operator,
    dataDir: env['DATA_DIR'] ?? '',
    call: (method, path, token, body, headers) => request(method, api + path, token, body, headers),
    operate: (path, body = {}) => request('POST', `${operator}/operator/v1/${path}`, operatorToken, body),
    stop: async () => {
      await service.stop();
      rmSync(env['DATA_DIR'] ?? '', { recursive: true, force: true });
    },
  };
}

export async function request(
  method: string,
  url: string,
  token?: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  const answer = await fetch(url, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined || isRaw ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? undefined : isRaw ? (body as string) : JSON.stringify(body),
  });
  if (answer.headers.get('content-type')?.startsWith('text/event-stream')) {
    await answer.body?.cancel(); // it has no end
    return { status: answer.status, body: undefined, headers: answer.headers };
  }
  const text = await answer.text();
  const json = answer.headers.get('content-type')?.includes('json');
  return { status: answer.status, body: json ? JSON.parse(text) : text, headers: answer.headers };
}

export interface Account {
  accountId: string;
  companyId: string;
  /** Of the owner. */
  session: string;
  /** Account-wide, with all permissions. */
  key: string;
  email: string;
}

export async function signUp(
  pappel: Pappel,
  legalName = 'Nordic Timber AB',
  countryCode = 'SE',
): Promise<Account> {
  const email = `${randomUUID()}@example.org`;
  const { body } = await pappel.call('POST', '/v1/auth/signup', undefined, {
    account: { legalName, countryCode },
    owner: { name: 'Owner', email, password: PASSWORD },
  });
  const key = await pappel.call('POST', '/v1/api-keys', body.token, { name: 'all' });
  return {
    accountId: body.account.id,
    companyId: body.company.id,
    session: body.token,
    key: key.body.key,
    email,
  };
}

/** Waits until `done` or half a minute has passed, and answers what it saw last. */
export async function until<Value>(
  look: () => Promise<Value>,
  done: (value: Value) => boolean,
  forMs = 30_000,
): Promise<Value> {
  const end = Date.now() + forMs;
  for (;;) {
    const value = await look();
    if (done(value) || Date.now() > end) return value;
    await sleep(50);
  }
}

/** A participant that may send and receive invoices and credit notes, approved and ACTIVE. */
export async function activeParticipant(
  pappel: Pappel,
  account: Account,
  address: string,
  companyId = account.companyId,
): Promise<string> {
  const [scheme, value] = address.split(':');
  const capabilities = ['invoice', 'credit-note'].map((documentTypeId) => ({
    documentTypeId,
    direction: 'BOTH',
  }));
  const made = await pappel.call('POST', '/v1/participants', account.key, {
    companyId,
    scheme,
    value,
    name: address,
    capabilities,
  });
  await pappel.operate(`participants/${made.body.id}/approve`);
  await until(
    () => pappel.call('GET', `/v1/participants/${made.body.id}`, account.key),
    ({ body }) => body.status === 'ACTIVE',
  );
  return made.body.id;
}

const FINAL = ['AS4_ACCEPTED', 'VALIDATION_FAILED', 'SEND_FAILED', 'DISCOVERY_FAILED'];

/** The message once its status is final, or after `forMs`. */
export async function settled(pappel: Pappel, account: Account, id: string, forMs?: number) {
  const { body } = await until(
    () => pappel.call('GET', `/v1/messages/${id}`, account.key),
    (answer) => FINAL.includes(answer.body.status),
    forMs,
  );
  return body;
}
