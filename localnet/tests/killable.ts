import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Account, fixture, type Pappel, request, until } from '../../apps/service/tests/harness.ts';

const MAIN = join(import.meta.dirname, '../../apps/service/src/main.ts');
const OPERATOR_TOKEN = 'pop_test_of_the_killable';
const invoice = fixture('invoice.xml');
/** What a start may take, on a machine that has other work too. */
export const LONGEST_START_SECONDS = 120;

/** An installation as a process of its own, to be killed. */
export class Killable {
  readonly #env: Record<string, string>;
  readonly #onOutput: ((text: string) => void) | undefined;
  #child: ChildProcess | undefined;
  #stopping = false;

  /** Its log is heard where somebody listens, and else holds what is fatal. */
  constructor(env: Record<string, string>, onOutput?: (text: string) => void) {
    const LOG_LEVEL = onOutput ? 'info' : 'fatal';
    this.#env = { ...env, OPERATOR_TOKEN, LOG_LEVEL };
    this.#onOutput = onOutput;
  }

  async start(): Promise<void> {
    this.#child = this.#spawn();
    const ready = await until(
      () =>
        fetch(`${this.api}/health/ready`).then(
          (answer) => answer.ok,
          () => false,
        ),
      Boolean,
      LONGEST_START_SECONDS * 1_000,
    );
    assert.ok(ready, 'the installation did not start');
  }

  #spawn(): ChildProcess {
    const child = spawn(process.execPath, [MAIN], {
      env: { ...process.env, ...this.#env },
      stdio: ['ignore', this.#onOutput ? 'pipe' : 'inherit', 'inherit'],
    });
    if (this.#onOutput) child.stdout?.setEncoding('utf8').on('data', this.#onOutput);
    return child;
  }

  /** From now on it is started again whenever it ends by itself; answers the exit statuses, as they come. */
  supervise(): (number | null)[] {
    const statuses: (number | null)[] = [];
    const watch = (): void => {
      this.#child?.once('exit', async (status) => {
        if (this.#stopping) return;
        statuses.push(status);
        await sleep(300);
        if (this.#stopping) return;
        this.#child = this.#spawn();
        watch();
      });
    };
    watch();
    return statuses;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  get api(): string {
    return `http://127.0.0.1:${this.#env['PORT']}`;
  }

  /** kill -9 of the process; with `database`, of its embedded PostgreSQL first. */
  async kill(database = false): Promise<void> {
    const ended = new Promise((resolve) => this.#child?.once('exit', resolve));
    if (database) killPostgres(join(this.#env['DATA_DIR'] ?? '', 'postgres/cluster'));
    this.#child?.kill('SIGKILL');
    await ended;
  }

  /** Asked to end, as a supervisor does; it can be started again. */
  async end(): Promise<void> {
    const ended = new Promise<number | null>((resolve) => this.#child?.once('exit', resolve));
    if (this.#child?.kill('SIGTERM')) assert.equal(await ended, 0);
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    const ended = new Promise((resolve) => this.#child?.once('exit', resolve));
    if (this.#child?.kill('SIGTERM')) await ended;
    rmSync(this.#env['DATA_DIR'] ?? '', { recursive: true, force: true });
  }

  asPappel(): Pappel {
    return pappelAt(this.api, `http://127.0.0.1:${this.#env['OPERATOR_PORT']}`, OPERATOR_TOKEN);
  }
}

/** An installation that runs elsewhere, as tests ask it. */
export function pappelAt(api: string, operator: string, operatorToken: string): Pappel {
  return {
    api,
    operator,
    call: (method, path, token, body, headers) => request(method, api + path, token, body, headers),
    operate: (path, body = {}) => request('POST', `${operator}/operator/v1/${path}`, operatorToken, body),
  } as Pappel;
}

/** kill -9 of the server on this cluster and of all its children. */
export function killPostgres(cluster: string): void {
  const [pid = ''] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', pid], { encoding: 'utf8' });
  for (const one of [pid, ...children.split('\n')].map(Number).filter(Boolean)) {
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // It ended by itself.
    }
  }
}

/** How an installation joins the network of another one. */
export const joining = (first: Pick<Pappel, 'dataDir'>): Record<string, string> => {
  const { dnsPort, smlPort } = JSON.parse(readFileSync(join(first.dataDir, 'localnet/ports.json'), 'utf8'));
  return {
    LOCALNET_DIR: join(first.dataDir, 'localnet'),
    SML_DNS: `127.0.0.1:${dnsPort}`,
    SML_URL: `https://127.0.0.1:${smlPort}/edelivery-sml`,
  };
};

/** Submits under a key, again and again until it is answered: the way a client survives our death and next start. */
export async function submitSurely(
  pappel: Pappel,
  account: Account,
  sender: string,
  receiver: string,
  key: string,
): Promise<string> {
  const body = { sender, receiver, type: 'invoice', payload: invoice, externalReference: key };
  const submit = () =>
    pappel.call('POST', '/v1/messages', account.key, body, { 'idempotency-key': key }).catch(() => undefined);
  const answer = await until(submit, (one) => Boolean(one?.body?.id), 2 * LONGEST_START_SECONDS * 1_000);
  assert.ok(answer?.body?.id, `${key} was never taken: ${JSON.stringify(answer?.body)}`);
  return answer.body.id;
}

export async function allDelivered(pappel: Pappel, account: Account, ids: string[]): Promise<void> {
  for (const id of ids) {
    const look = () =>
      pappel
        .call('GET', `/v1/messages/${id}`, account.key)
        .catch(() => ({ status: 0, body: {}, headers: new Headers() }));
    const { body } = await until(look, (answer) => answer.body.status === 'AS4_ACCEPTED', 120_000);
    assert.equal(body.status, 'AS4_ACCEPTED', `${id}: ${body.lastErrorMessage}`);
  }
}

/** What one side sent, the other has, each once. */
export async function exactlyOnce(
  from: Pappel,
  sender: Account,
  to: Pappel,
  receiver: Account,
  expected: number,
): Promise<void> {
  const sent = await sbdhIds(from, sender, 'OUTBOUND');
  assert.equal(sent.length, expected);
  assert.deepEqual((await sbdhIds(to, receiver, 'INBOUND')).sort(), sent.sort());
}

/** Of all documents of an account that went this way. */
export async function sbdhIds(pappel: Pappel, account: Account, direction: string): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const path = `/v1/messages?direction=${direction}&limit=100${cursor && `&cursor=${cursor}`}`;
    const { body } = await pappel.call('GET', path, account.key);
    ids.push(...body.messages.map((message: { sbdhInstanceId: string }) => message.sbdhInstanceId));
    cursor = body.nextCursor;
  }
  return ids;
}
