import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { aliasToType } from '@pappel/peppol-ids/aliases';
import { type ParticipantId, parseParticipantId } from '@pappel/peppol-ids/participant-id';
import { discover } from '@pappel/smp/discover';
import { fetchServiceMetadata } from '@pappel/smp/service-metadata';
import {
  type Account,
  activeParticipant,
  FURNITURE,
  fixture,
  type Pappel,
  settled,
  signUp,
  startPappel,
  TIMBER,
  until,
} from '../../apps/service/tests/harness.ts';

/** `MIGRATION_ROUNDS=20 node --test …` for a long run: there and back is two. */
const ROUNDS = Number(process.env['MIGRATION_ROUNDS'] ?? 4);
const invoice = aliasToType('invoice');
const receiver = parseParticipantId(FURNITURE) as ParticipantId;
assert.ok(invoice);

interface Side {
  pappel: Pappel;
  account: Account;
}

const joining = (first: Pappel): Record<string, string> => {
  const ports = JSON.parse(readFileSync(join(first.dataDir, 'localnet/ports.json'), 'utf8'));
  return {
    LOCALNET_DIR: join(first.dataDir, 'localnet'),
    SML_DNS: `127.0.0.1:${ports.dnsPort}`,
    SML_URL: `https://127.0.0.1:${ports.smlPort}/edelivery-sml`,
  };
};

const read = ({ pappel, account }: Side, id: string) =>
  pappel.call('GET', `/v1/participants/${id}`, account.key);
const migration = ({ pappel, account }: Side, id: string, body: object) =>
  pappel.call('POST', `/v1/participants/${id}/migration`, account.key, body);

async function stopAll(...all: (Pappel | undefined)[]): Promise<void> {
  for (const pappel of all) await pappel?.stop();
}

/** A participant here, approved, for an address that is registered elsewhere: ERROR, as the contract has it. */
async function askFor({ pappel, account }: Side): Promise<string> {
  const [scheme, value] = FURNITURE.split(':');
  const capabilities = [{ documentTypeId: 'invoice', direction: 'BOTH' }];
  const input = { companyId: account.companyId, scheme, value, name: 'Fjord Furniture AS', capabilities };
  const made = await pappel.call('POST', '/v1/participants', account.key, input);
  assert.equal(made.status, 201, JSON.stringify(made.body));
  await pappel.operate(`participants/${made.body.id}/approve`);
  const { body } = await until(
    () => read({ pappel, account }, made.body.id),
    (answer) => answer.body.status === 'ERROR',
  );
  assert.equal(body.status, 'ERROR');
  assert.match(body.statusReason, /^SML: .*already/);
  return made.body.id;
}

const statusOf = (side: Side, id: string, status: string) =>
  until(
    () => read(side, id),
    ({ body }) => body.status === status,
    60_000,
  );

describe('an address moves between two installations on one SML', () => {
  let third: Pappel;
  let sender: Account;
  let one: Side;
  let two: Side;
  /** Where it is. */
  let heldBy: { side: Side; id: string };

  /** From here to the other side, by a key. */
  async function move(): Promise<void> {
    const from = heldBy;
    const side = from.side === one ? two : one;
    const id = await askFor(side);
    const out = await migration(from.side, from.id, { direction: 'OUT' });
    assert.equal(out.status, 200, JSON.stringify(out.body));
    assert.ok(Date.parse(out.body.expiresAt) > Date.now());
    assert.equal((await read(from.side, from.id)).body.status, 'ACTIVE');
    const coming = await migration(side, id, { token: out.body.token });
    assert.deepEqual([coming.status, coming.body.status], [202, 'REGISTERING']);
    const arrived = await statusOf(side, id, 'ACTIVE');
    assert.equal(arrived.body.status, 'ACTIVE', arrived.body.statusReason);
    assert.equal(arrived.body.smpUrl, side.pappel.service.base.config.smpPublicUrl);
    const gone = await statusOf(from.side, from.id, 'DEACTIVATED');
    assert.deepEqual([gone.body.status, gone.body.statusReason], ['DEACTIVATED', 'MIGRATED']);
    heldBy = { side, id };
  }
  const find = () => discover(third.service.base.smp, { participant: receiver, ...invoice });

  before(async () => {
    third = await startPappel();
    sender = await signUp(third);
    await activeParticipant(third, sender, TIMBER);
    const start = async (): Promise<Side> => {
      const pappel = await startPappel(joining(third));
      return { pappel, account: await signUp(pappel, 'Fjord Furniture AS', 'NO') };
    };
    one = await start();
    two = await start();
    heldBy = { side: one, id: await activeParticipant(one.pappel, one.account, FURNITURE) };
  });
  after(() => stopAll(two?.pappel, one?.pappel, third));

  test(`There and back, ${ROUNDS} times: every lookup finds it, every document arrives once, none is refused [PAR-11, PAR-20]`, async () => {
    let isMoving = true;
    const ids: string[] = [];
    const failures: string[] = [];
    let lookups = 0;
    const looking = (async () => {
      for (; isMoving; lookups++) {
        const found = await find();
        if (found.kind !== 'found') failures.push(`${found.kind} ${JSON.stringify(found)}`);
        await sleep(10);
      }
    })();
    const sending = (async () => {
      const body = { sender: TIMBER, receiver: FURNITURE, type: 'invoice', payload: fixture('invoice.xml') };
      while (isMoving) {
        const sent = await third.call('POST', '/v1/messages', sender.key, body);
        ids.push(sent.body.id);
        // What was looked up before must not hide where it is now, on every other document.
        if (ids.length % 2 === 0)
          third.service.features.outbound.discoveries.forget({ participant: receiver, ...invoice });
        await sleep(200);
      }
    })();
    try {
      // On a fast machine more often: until enough was asked and sent meanwhile.
      const isEnough = () => lookups > 50 && ids.length >= ROUNDS;
      for (let round = 0; round < ROUNDS || !isEnough(); round++) await move();
    } finally {
      isMoving = false;
      await Promise.all([looking, sending]);
    }
    assert.deepEqual(failures, []);
    assert.ok(lookups > 50, `${lookups} lookups`);
    const instances: string[] = [];
    for (const id of ids) {
      const message = await settled(third, sender, id);
      assert.deepEqual([message.status, message.attempts], ['AS4_ACCEPTED', 1], message.lastErrorMessage);
      instances.push(message.sbdhInstanceId);
    }
    const received: string[] = [];
    for (const { pappel, account } of [one, two]) {
      for (let cursor: string | undefined = ''; cursor !== undefined; ) {
        const path = `/v1/messages?direction=INBOUND&limit=100${cursor && `&cursor=${cursor}`}`;
        const { body } = await pappel.call('GET', path, account.key);
        received.push(...body.messages.map((one: { sbdhInstanceId: string }) => one.sbdhInstanceId));
        cursor = body.nextCursor;
      }
    }
    assert.ok(ids.length >= ROUNDS, `${ids.length} documents`);
    assert.deepEqual(received.sort(), instances.sort());
  });

  test('Who still asks the SMP it left is sent to the new one, by a redirect that both signed', async () => {
    const left = (heldBy.side === one ? two : one).pappel.service.base;
    const ask = () =>
      fetchServiceMetadata(
        third.service.base.smp,
        left.config.smpPublicUrl,
        receiver,
        invoice.documentTypeId,
      );
    const here = heldBy.side.pappel.service.base;
    const endpointOf = (answer: Awaited<ReturnType<typeof ask>>) =>
      answer.kind === 'verified' ? answer.metadata.processes[0]?.endpoints[0]?.url : answer.kind;
    assert.equal(
      endpointOf(await until(ask, (answer) => endpointOf(answer) === here.config.as4PublicUrl)),
      here.config.as4PublicUrl,
    );
  });

  test('The audit of both sides says that it moved, and where to [PAR-13]', async () => {
    const rowsOf = async ({ pappel, account }: Side, id: string) =>
      (await pappel.call('GET', `/v1/participants/${id}/audit?eventType=participant.migrated`, account.key))
        .body.rows;
    const from = heldBy;
    await move();
    const [out] = await rowsOf(from.side, from.id);
    assert.deepEqual(out.metadata, {
      direction: 'OUT',
      smpUrl: heldBy.side.pappel.service.base.config.smpPublicUrl,
    });
    assert.equal((await rowsOf(heldBy.side, heldBy.id))[0].metadata.direction, 'IN');
  });

  test('A token that the SML does not know ends in ERROR with MIGRATION_TOKEN_REJECTED; the right one still works [PAR-19]', async () => {
    const side = heldBy.side === one ? two : one;
    const id = await askFor(side);
    assert.equal((await migration(side, id, { token: 'aaBB11##wrong' })).status, 202);
    const rejected = await statusOf(side, id, 'ERROR');
    assert.equal(rejected.body.statusReason, 'MIGRATION_TOKEN_REJECTED');
    assert.equal((await find()).kind, 'found');
    const from = heldBy;
    const out = await migration(from.side, from.id, { direction: 'OUT' });
    const second = await migration(from.side, from.id, { direction: 'OUT' });
    assert.notEqual(out.body.token, second.body.token);
    await migration(side, id, { token: out.body.token });
    assert.equal(
      (await statusOf(side, id, 'ERROR')).body.statusReason,
      'MIGRATION_TOKEN_REJECTED',
      'replaced',
    );
    await migration(side, id, { token: second.body.token });
    assert.equal((await statusOf(side, id, 'ACTIVE')).body.status, 'ACTIVE');
    await statusOf(from.side, from.id, 'DEACTIVATED');
    heldBy = { side, id };
  });

  test('A key that is not used in time is made worthless, and the address stays', async () => {
    const { side, id } = heldBy;
    const out = await migration(side, id, { direction: 'OUT' });
    await side.pappel.service.base.database.pool.query(
      "update participant_migrations set expires_at = now() - interval '1 second'",
    );
    await until(
      async () =>
        (await side.pappel.service.base.database.pool.query('select 1 from participant_migrations')).rowCount,
      (count) => count === 0,
    );
    const other = side === one ? two : one;
    const otherId = await askFor(other);
    await migration(other, otherId, { token: out.body.token });
    assert.equal((await statusOf(other, otherId, 'ERROR')).body.statusReason, 'MIGRATION_TOKEN_REJECTED');
    assert.equal((await read(side, id)).body.status, 'ACTIVE');
    await other.pappel.call('DELETE', `/v1/participants/${otherId}`, other.account.key);
    assert.equal((await statusOf(other, otherId, 'DEACTIVATED')).body.status, 'DEACTIVATED');
    assert.equal((await find()).kind, 'found', 'withdrawing what was never ours touches nothing');
  });

  test('While the SML is away no key is given out (503), and one that came in waits instead of failing', async () => {
    const { side: from, id } = heldBy;
    const side = from === one ? two : one;
    const next = await askFor(side);
    const away = async (work: () => Promise<void>): Promise<void> => {
      const contexts = [from, side].map(({ pappel }) => pappel.service.base.sml);
      const urls = contexts.map(({ url }) => url);
      for (const context of contexts)
        Object.assign(context, { url: 'https://127.0.0.1:1', retryAfterMs: [] });
      await work();
      contexts.forEach((context, i) => {
        context.url = urls[i] ?? '';
      });
    };
    await away(async () => {
      const { status, body, headers } = await migration(from, id, { direction: 'OUT' });
      assert.deepEqual([status, body.error.code], [503, 'UNAVAILABLE']);
      assert.ok(Number(headers.get('retry-after')) > 0);
    });
    const out = await migration(from, id, { direction: 'OUT' });
    await away(async () => {
      await migration(side, next, { token: out.body.token });
      await sleep(1_000);
      assert.equal((await read(side, next)).body.status, 'REGISTERING');
      assert.equal((await find()).kind, 'found');
    });
    assert.equal((await statusOf(side, next, 'ACTIVE')).body.status, 'ACTIVE');
    await statusOf(from, id, 'DEACTIVATED');
    heldBy = { side, id: next };
  });

  test('Each status answers: in is for what is not ours yet, out for what is; the rest is 400, 404 or 409', async () => {
    const { side, id } = heldBy;
    const outcome = async (who: Side, which: string, body: object) => {
      const answer = await migration(who, which, body);
      return `${answer.status} ${answer.body.error?.code}`;
    };
    const { pappel, account } = side;
    const made = await pappel.call('POST', '/v1/participants', account.key, {
      companyId: account.companyId,
      scheme: '0192',
      value: '974760673',
      name: 'x',
      capabilities: [{ documentTypeId: 'invoice', direction: 'SEND' }],
    });
    const pending = made.body.id;
    const token = 'aaBB11##';
    assert.equal(await outcome(side, id, { token }), '409 INVALID_STATE');
    assert.equal(await outcome(side, pending, { token }), '409 INVALID_STATE');
    assert.equal(await outcome(side, pending, { direction: 'OUT' }), '409 INVALID_STATE');
    await pappel.operate(`participants/${pending}/approve`);
    assert.equal(await outcome(side, pending, { token }), '409 INVALID_STATE', 'it receives nothing');
    for (const body of [
      {},
      { token: 'short' },
      { token, direction: 'OUT' },
      { direction: 'IN' },
      { key: token },
    ])
      assert.equal(await outcome(side, id, body), '400 VALIDATION_FAILED', JSON.stringify(body));
    const stranger = { pappel, account: await signUp(pappel) };
    assert.equal(await outcome(stranger, id, { token }), '404 NOT_FOUND');
    assert.equal(await outcome(stranger, id, { direction: 'OUT' }), '404 NOT_FOUND');
  });
});

describe('an address moves to an SMP elsewhere, and back', () => {
  test('From our own SMP to an external one, written first and taken over then; no lookup fails', async () => {
    const third = await startPappel({ SMP_WRITE_USER: 'two', SMP_WRITE_PASSWORD: 'a secret of some length' });
    const smpUrl = third.service.base.config.smpPublicUrl;
    const start = async (extra = {}): Promise<Side> => {
      const pappel = await startPappel({ ...joining(third), ...extra });
      return { pappel, account: await signUp(pappel, 'Fjord Furniture AS', 'NO') };
    };
    const one = await start();
    const two = await start({
      SMP_MODE: 'external',
      SMP_EXTERNAL_URL: smpUrl,
      SMP_EXTERNAL_USER: 'two',
      SMP_EXTERNAL_PASSWORD: 'a secret of some length',
      SMP_PUBLIC_URL: smpUrl,
    });
    const failures: unknown[] = [];
    let isMoving = true;
    try {
      let id = await activeParticipant(one.pappel, one.account, FURNITURE);
      const looking = (async () => {
        while (isMoving) {
          const found = await discover(third.service.base.smp, { participant: receiver, ...invoice });
          if (found.kind !== 'found') failures.push(found);
          await sleep(5);
        }
      })();
      for (const [from, to] of [
        [one, two],
        [two, one],
      ] as const) {
        const next = await askFor(to);
        await migration(to, next, { token: 'aaBB11##wrong' });
        assert.equal((await statusOf(to, next, 'ERROR')).body.statusReason, 'MIGRATION_TOKEN_REJECTED');
        const out = await migration(from, id, { direction: 'OUT' });
        assert.equal(out.status, 200, JSON.stringify(out.body));
        await migration(to, next, { token: out.body.token });
        const arrived = await statusOf(to, next, 'ACTIVE');
        assert.equal(arrived.body.status, 'ACTIVE', arrived.body.statusReason);
        assert.equal((await statusOf(from, id, 'DEACTIVATED')).body.status, 'DEACTIVATED');
        id = next;
      }
      isMoving = false;
      await looking;
      assert.deepEqual(failures, []);
    } finally {
      isMoving = false;
      await stopAll(two.pappel, one.pappel, third);
    }
  });
});
