import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '../../../scripts/free-ports.ts';
import { newEnvironment, request, until } from './harness.ts';
import { connect, newInvoice } from './sftp-world.ts';

/** How often the process is killed; 50 for the full run: KILLS=50. */
const KILLS = Number(process.env['KILLS'] ?? 4);

class Installation {
  readonly #env: Record<string, string>;
  #child: ChildProcess | undefined;

  constructor(env: Record<string, string>) {
    this.#env = env;
  }

  async start(): Promise<void> {
    const main = join(import.meta.dirname, '../src/main.ts');
    this.#child = spawn(process.execPath, [main], {
      env: { ...process.env, ...this.#env },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const up = await until(
      () =>
        fetch(`${this.api}/health/ready`).then(
          (answer) => answer.ok,
          () => false,
        ),
      Boolean,
      120_000,
    );
    assert.ok(up, 'the service started');
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }

  get api(): string {
    return `http://127.0.0.1:${this.#env['PORT']}`;
  }

  call(method: string, path: string, token?: string, body?: unknown) {
    return request(method, this.api + path, token, body);
  }

  operate(path: string, body: unknown = {}) {
    return request(
      'POST',
      `http://127.0.0.1:${this.#env['OPERATOR_PORT']}/operator/v1/${path}`,
      'pop_token_of_this_run_only',
      body,
    );
  }
}

/** Uploads as a careful client does: what was not answered is done again; a rename that was done is not. */
async function deliver(
  world: { port: number },
  login: Parameters<typeof connect>[1],
  home: string,
  name: string,
) {
  await using client = await connect(world, login);
  const [part, final] = [`${home}/outbox/${name}.xml.part`, `${home}/outbox/${name}.xml`];
  const isThere = async (path: string): Promise<boolean> => (await client.exists(path)) !== false;
  if (await isThere(`${home}/sent/${name}.json`)) return;
  if (await isThere(final)) return;
  await client.put(Buffer.from(newInvoice(name)), part);
  await client.rename(part, final);
}

test(`Killed at ${KILLS} random points, every file is sent exactly once [SFT-2]`, async () => {
  const [port = 0] = await freePorts(1);
  const env = await newEnvironment({
    SFTP_PORT: String(port),
    OPERATOR_TOKEN: 'pop_token_of_this_run_only',
    LOG_LEVEL: 'fatal',
    AUTO_APPROVE: 'true',
  });
  const pappel = new Installation(env);
  await pappel.start();
  const { body } = await pappel.call('POST', '/v1/auth/signup', undefined, {
    account: { legalName: 'Timber', countryCode: 'SE' },
    owner: { name: 'Owner', email: `${randomUUID()}@example.org`, password: 'a long test passphrase' },
  });
  const capabilities = [{ documentTypeId: 'invoice', direction: 'BOTH' }];
  for (const [scheme, value] of [
    ['0007', '5567321707'],
    ['0192', '991825827'],
  ]) {
    const made = await pappel.call('POST', '/v1/participants', body.token, {
      companyId: body.company.id,
      scheme,
      value,
      name: `p${scheme}`,
      identifier: `p${scheme}`,
      capabilities,
    });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    await until(
      () => pappel.call('GET', `/v1/participants/${made.body.id}`, body.token),
      (answer) => answer.body.status === 'ACTIVE',
    );
  }
  const made = await pappel.operate('sftp/logins', {
    accountId: body.account.id,
    companyId: body.company.id,
    username: 'erp',
    authMethod: 'PASSWORD',
  });
  const login = { id: made.body.login.id, username: 'erp', password: made.body.password };
  const names: string[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    const name = `killed-${kill}`;
    names.push(name);
    // Anywhere between the greeting and the Receipt of the other side.
    const killed = sleep(randomInt(0, 700)).then(() => pappel.kill());
    await deliver({ port }, login, '/p0007', name).catch(() => undefined);
    await killed;
    await pappel.start();
    await until(
      () =>
        deliver({ port }, login, '/p0007', name).then(
          () => true,
          () => false,
        ),
      Boolean,
    );
  }
  const inbound = async (): Promise<string[]> => {
    const found: string[] = [];
    for (let cursor = ''; ; ) {
      const page = await pappel.call('GET', `/v1/messages?direction=INBOUND&limit=100${cursor}`, body.token);
      found.push(...page.body.messages.map((one: { documentNumber: string }) => one.documentNumber));
      if (!page.body.nextCursor) return found;
      cursor = `&cursor=${page.body.nextCursor}`;
    }
  };
  const outbound = async () =>
    (await pappel.call('GET', '/v1/messages?direction=OUTBOUND&limit=100', body.token)).body.messages as {
      documentNumber: string;
      status: string;
    }[];
  await until(
    outbound,
    (all) => all.length >= KILLS && all.every(({ status }) => status === 'AS4_ACCEPTED'),
    180_000,
  );
  const sent = (await outbound()).map(({ documentNumber }) => documentNumber).sort();
  const came = (await inbound()).sort();
  await pappel.kill('SIGTERM');
  rmSync(env['DATA_DIR'] ?? '', { recursive: true, force: true });
  assert.deepEqual(sent, [...names].sort());
  assert.deepEqual(came, [...names].sort());
});
