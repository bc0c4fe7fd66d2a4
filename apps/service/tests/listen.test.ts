import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, afterEach, before, describe, test } from 'node:test';
import { bareEnvironment, runPappel } from './command.ts';
import { startCutLine } from './cut-line.ts';
import { type Account, type Pappel, signUp, startPappel, until } from './harness.ts';
import { newGln } from './new-gln.ts';
import { newCompany, newKey } from './people.ts';
import { type Receiver, startReceiver, verify } from './webhook-receiver.ts';

let pappel: Pappel;
let account: Account;
let receiver: Receiver;
const running: ChildProcess[] = [];

before(async () => {
  pappel = await startPappel();
  account = await signUp(pappel);
  receiver = await startReceiver();
});
afterEach(() => {
  receiver.deliveries.length = 0;
  receiver.answer = (_, response) => response.writeHead(204).end();
  for (const child of running.splice(0)) child.kill('SIGKILL');
});
after(async () => {
  await receiver.close();
  await pappel.stop();
});

interface Listener {
  /** What it printed, line by line. */
  lines: string[];
  said: () => string;
  /** As Ctrl-C in a terminal; answers the exit status. */
  interrupt(): Promise<number | null>;
}

const CLI = join(import.meta.dirname, '../src/cli.ts');

/** `pappel listen` in a process of its own, once it has begun; where in the log is said by `args`. */
async function startListener(args: string[] = [], url = pappel.api): Promise<Listener> {
  const child = spawn(
    process.execPath,
    [CLI, 'listen', '--forward-to', receiver.url, '--url', url, ...args],
    {
      env: { ...bareEnvironment(), PAPPEL_KEY: account.key },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  running.push(child);
  const lines: string[] = [];
  let said = '';
  createInterface(child.stdout).on('line', (line) => lines.push(line));
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const interrupt = async () => {
    const ended = once(child, 'close');
    child.kill('SIGINT');
    return (await ended)[0];
  };
  await until(
    async () => lines.length > 0 || child.exitCode !== null,
    (isReady) => isReady,
  );
  return { lines, said: () => said, interrupt };
}

/** Something that happens: an address is asked for. Answers it. */
async function happen(companyId = account.companyId): Promise<string> {
  const value = newGln();
  const body = { companyId, scheme: '0088', value, countryCode: 'SE', name: 'x' };
  assert.equal((await pappel.call('POST', '/v1/participants', account.key, body)).status, 201);
  const told = `0088:${value}`;
  // Its place in the log is given a moment later.
  await until(
    async () => (await pappel.call('GET', '/v1/events?limit=100', account.key)).body.events,
    (events) => events.some(({ data }: { data: { address?: string } }) => data.address === told),
  );
  return told;
}

const head = async (): Promise<number> =>
  (await pappel.call('GET', '/v1/events?limit=100', account.key)).body.lastSeq;
/** The addresses that the receiver was told of, in that order. */
const addresses = (): string[] => receiver.deliveries.map(({ body }) => body.data.address);
const toldOf = (count: number) =>
  until(
    async () => addresses(),
    ({ length }) => length >= count,
  );
const secretIn = ({ lines }: Listener): string => /whsec_\S+/.exec(lines[0] ?? '')?.[0] ?? '';

describe('pappel listen', () => {
  test('What happens is posted and signed as a delivery is, and a line tells what was answered [WHK-24]', async () => {
    await happen();
    const listener = await startListener(['--from', String(await head())]);
    receiver.answer = (_, response) => response.writeHead(receiver.deliveries.length > 1 ? 500 : 200).end();
    const made = [await happen(), await happen()];
    assert.deepEqual(await toldOf(2), made);
    const secret = secretIn(listener);
    const { body: log } = await pappel.call('GET', '/v1/events?limit=100', account.key);
    for (const { raw, headers, body } of receiver.deliveries) {
      verify(secret, { raw, headers });
      const { seq, ...event } = log.events.find(({ id }: { id: string }) => id === body.id);
      assert.deepEqual([body, headers['webhook-id']], [event, event.id]);
    }
    assert.throws(() =>
      verify(`whsec_${btoa('another')}`, receiver.deliveries[0] ?? { raw: '', headers: {} }),
    );
    await until(
      async () => listener.lines.length,
      (count) => count >= 3,
    );
    assert.match(listener.lines[1] ?? '', /participant\.pending_approval {2}200 /);
    assert.match(listener.lines[2] ?? '', /participant\.pending_approval {2}500 /);
    assert.equal(listener.lines.filter((line) => line.includes('whsec_')).length, 1);
    assert.equal(await listener.interrupt(), 0);
    assert.equal(listener.said(), `--from ${await head()} goes on from here.\n`);
  });

  test('Over cuts, and over an end, nothing is missed and nothing comes twice [WHK-24]', async () => {
    const line = await startCutLine(Number(new URL(pappel.api).port));
    const url = `http://127.0.0.1:${line.port}`;
    const listener = await startListener(['--json', '--from', String(await head())], url);
    const made = [await happen()];
    await toldOf(1);
    for (let round = 0; round < 2; round++) {
      line.cut();
      made.push(await happen());
      line.mend();
      made.push(await happen());
      await toldOf(made.length);
    }
    await until(
      async () => listener.lines.length,
      (count) => count > made.length,
    );
    assert.equal(await listener.interrupt(), 0);
    const [, place = ''] = /--from (\d+)/.exec(listener.said()) ?? [];
    made.push(await happen());
    await startListener(['--json', '--from', place], url);
    made.push(await happen());
    assert.deepEqual(await toldOf(made.length), made);
    const ids = receiver.deliveries.map(({ headers }) => headers['webhook-id']);
    assert.equal(new Set(ids).size, made.length);
    assert.deepEqual(
      listener.lines.slice(1).map((text) => JSON.parse(text).status),
      made.slice(0, -2).map(() => 204),
    );
    await line.close();
  });

  test('Only events that were named are carried, since a time, with the secret that was given [WHK-24]', async () => {
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const secret = `whsec_${btoa('a secret of my own, 32 bytes long')}`;
    const address = await happen();
    const { body } = await pappel.call('GET', '/v1/participants?limit=1', account.key);
    await pappel.operate(`participants/${body.participants[0].id}/reject`, { reason: 'no' });
    const names = 'participant.rejected,document.received';
    const listener = await startListener(['--events', names, '--from', since, '--secret', secret]);
    assert.deepEqual(await toldOf(1), [address]);
    const [delivered] = receiver.deliveries;
    assert.equal(delivered?.body.type, 'participant.rejected');
    verify(secret, delivered ?? { raw: '', headers: {} });
    assert.ok(!listener.lines.join().includes('whsec_'));
    assert.equal(await listener.interrupt(), 0);
  });

  test('A receiver that is away is told of, and what comes later is carried [WHK-24]', async () => {
    const listener = await startListener(['--from', String(await head())]);
    receiver.answer = (_, response) => response.destroy();
    await happen();
    await until(
      async () => listener.lines.length,
      (count) => count >= 2,
    );
    assert.match(listener.lines[1] ?? '', /The connection was cut\./);
    receiver.deliveries.length = 0;
    receiver.answer = (_, response) => response.writeHead(204).end();
    const later = await happen();
    assert.deepEqual(await toldOf(1), [later]);
    assert.equal(await listener.interrupt(), 0);
  });

  test('A key hears of the companies it reaches, and of nothing else [EVT-10]', async () => {
    const branch = await newCompany(pappel, account, 'Branch');
    const key = await newKey(pappel, account.session, { companyId: branch, permissions: ['read'] });
    await startListener(['--key', key, '--from', String(await head())]);
    await happen();
    const own = await happen(branch);
    assert.deepEqual(await toldOf(1), [own]);
  });

  test('What cannot be is said, with the exit status of its kind', async () => {
    const forward = ['listen', '--forward-to', receiver.url, '--url', pappel.api];
    const refused = await runPappel([...forward, '--key', 'pap_test_wrong'], {});
    assert.deepEqual([refused.status, /UNAUTHORIZED/.test(refused.stderr)], [1, true]);
    for (const [args, says] of [
      [forward, /PAPPEL_KEY/],
      [[...forward, '--key', 'k', '--events', 'document.lost'], /"document\.lost" is none; name some of/],
      [[...forward, '--key', 'k', '--from', 'yesterday'], /a place such as 4712/],
      [[...forward, '--key', 'k', '--secret', 'mine'], /whsec_ and base64/],
      [['listen', '--forward-to', 'localhost:3000'], /no http or https URL/],
      [['listen'], /--forward-to/],
    ] as const) {
      const { status, stderr } = await runPappel(args, {});
      assert.equal(status, 2, stderr);
      assert.match(stderr, says);
    }
  });
});
