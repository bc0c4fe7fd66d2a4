import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type ParticipantId, parseParticipantId } from '@pappel/peppol-ids/participant-id';
import { createParticipant, createSmp, type SmlContext } from '@pappel/smp/sml';
import { Agent } from 'undici';
import { NetworkView } from '../src/network/network-view.ts';
import { publicationMark } from '../src/network/publication-mark.ts';
import {
  type Account,
  activeParticipant,
  FURNITURE,
  type Pappel,
  signUp,
  startPappel,
  TIMBER,
  until,
} from './harness.ts';

const NOBODY = '0192:974760673';
const id = (text: string): ParticipantId => parseParticipantId(text) as ParticipantId;
const lookup = (pappel: Pappel, key: string, ids: unknown, more: object = {}) =>
  pappel.call('POST', '/v1/network/participants/lookup', key, { ids, ...more });
const search = (pappel: Pappel, key: string, q: string) =>
  pappel.call('GET', `/v1/network/participants/search?q=${encodeURIComponent(q)}`, key);
const read = (pappel: Pappel, key: string, path: string) =>
  pappel.call('GET', `/v1/network/participants/${path}`, key);

/** An SMP elsewhere on the local network that answers as it is told, and when. */
async function startOddSmp(pappel: Pappel, participants: string[]) {
  const state = { status: 503, busy: 0, busiest: 0, calls: 0, mayAnswer: () => Promise.resolve() };
  const { tls, tlsCa } = pappel.service.base.identity;
  assert.ok(tls);
  const server: Server = createServer(tls, async (_request, response) => {
    state.calls++;
    state.busiest = Math.max(state.busiest, ++state.busy);
    await state.mayAnswer();
    state.busy--;
    response.writeHead(state.status).end('<nonsense/>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { openLocalPki } = await import('@pappel/localnet/local-pki');
  const pki = await openLocalPki(join(pappel.dataDir, 'localnet'));
  const issued = await pki.issueSmp('POP777777');
  const dispatcher = new Agent({ connect: { ca: tlsCa, key: issued.keyPem, cert: issued.certificatePem } });
  const context: SmlContext = { ...pappel.service.base.sml, dispatcher, smpId: 'ODD' };
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  assert.deepEqual(await createSmp(context, { url, ip: '127.0.0.1' }), { ok: true });
  for (const one of participants) assert.deepEqual(await createParticipant(context, id(one)), { ok: true });
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
    await dispatcher.destroy();
  };
  return { state, stop };
}

describe('looking at the network', () => {
  /** Sixteen at an SMP that is in trouble. */
  const ODD = Array.from({ length: 16 }, (_, i) => `9915:odd${i}`);
  let pappel: Pappel;
  let timber: Account;
  let furniture: Account;
  let odd: Awaited<ReturnType<typeof startOddSmp>>;

  before(async () => {
    pappel = await startPappel();
    [timber, furniture] = [await signUp(pappel), await signUp(pappel, 'Fjord Furniture AS', 'NO')];
    await activeParticipant(pappel, timber, TIMBER);
    await activeParticipant(pappel, furniture, FURNITURE);
    odd = await startOddSmp(pappel, ODD);
  });
  after(async () => {
    await odd.stop();
    await pappel.stop();
  });

  test('Each id is answered in its place: OK with exists, INVALID, ERROR; a miss is OK [NET-1, NET-2]', async () => {
    const canonical = `iso6523-actorid-upis::${FURNITURE}`;
    const { status, body } = await lookup(pappel, timber.key, [
      'nonsense',
      FURNITURE,
      NOBODY,
      ODD[0],
      canonical,
      '',
    ]);
    assert.equal(status, 200);
    assert.deepEqual(
      body.results.map((one: Record<string, unknown>) => [one['id'], one['status'], one['exists']]),
      [
        ['nonsense', 'INVALID', undefined],
        [FURNITURE, 'OK', true],
        [NOBODY, 'OK', false],
        [ODD[0], 'ERROR', undefined],
        [canonical, 'OK', true],
        ['', 'INVALID', undefined],
      ],
    );
    assert.equal(body.results[3].error.code, 'SMP_UNAVAILABLE');
    assert.equal(body.results[0].error.code, 'VALIDATION_FAILED');
    assert.deepEqual(body.results[1].types.sort(), ['credit-note', 'invoice']);
    assert.equal(body.results[1].smpUrl, pappel.service.base.config.smpPublicUrl);
    assert.equal(body.results[1].canonicalId, canonical);
  });
  test('An empty list, and one of more than 100, is 400 naming the cap; 100 are looked up [NET-7]', async () => {
    for (const ids of [[], Array.from({ length: 101 }, (_, i) => `9915:x${i}`)]) {
      const { status, body } = await lookup(pappel, timber.key, ids);
      assert.deepEqual([status, body.error.code], [400, 'VALIDATION_FAILED']);
      assert.match(body.error.message, /100/);
    }
    const ids = Array.from({ length: 100 }, (_, i) => (i % 10 === 0 ? TIMBER : `9915:x${i}`));
    const { body } = await lookup(pappel, timber.key, ids);
    assert.deepEqual(
      body.results.map((one: { id: string; exists: boolean }) => [one.id, one.exists]),
      ids.map((one) => [one, one === TIMBER]),
    );
  });
  test('A lookup result has the capabilities of who exists, and an error with code and message where there is one [NET-8]', async () => {
    const { body } = await lookup(pappel, timber.key, [FURNITURE, NOBODY, ODD[0], 'nonsense']);
    const [found, miss, failed, malformed] = body.results;
    const { body: read } = await pappel.call(
      'GET',
      `/v1/network/participants/${FURNITURE}/capabilities`,
      timber.key,
    );
    assert.equal(found.capabilities.length, 2);
    assert.deepEqual(found.capabilities, read.capabilities);
    assert.deepEqual([found.error, miss.error, miss.capabilities], [undefined, undefined, undefined]);
    for (const { error } of [failed, malformed]) {
      assert.deepEqual(Object.keys(error), ['code', 'message']);
      assert.ok(error.message.length > 10);
    }
    const many = Array.from({ length: 21 }, () => FURNITURE);
    const more = await lookup(pappel, timber.key, many);
    assert.deepEqual([more.body.results[0].capabilities, more.body.results[0].types.length], [undefined, 2]);
  });
  test('What we ourselves publish, change or withdraw is seen on the network at once, on every node [NET-5]', async () => {
    const address = '0192:923609016';
    // Another node on the same database: it hears of nothing but what stands there.
    const { smp, db } = pappel.service.base;
    const other = new NetworkView(smp, (participant) => publicationMark(db, participant));
    const typesSeen = async () => {
      const { body } = await lookup(pappel, timber.key, [address]);
      const elsewhere = await other.registration(id(address));
      const [{ exists, types = [], capabilities = [] }] = body.results;
      const aliases = capabilities.map(({ type }: { type: string }) => type);
      assert.equal(elsewhere.kind, exists ? 'registered' : 'not-registered');
      assert.deepEqual(aliases.toSorted(), types.toSorted());
      if (elsewhere.kind === 'registered') assert.equal(elsewhere.documentTypes.length, types.length);
      return exists ? types.length : 'nobody';
    };
    assert.equal(await typesSeen(), 'nobody');
    const participant = await activeParticipant(pappel, furniture, address);
    assert.equal(await typesSeen(), 2);
    const path = `/v1/participants/${participant}`;
    const added = await pappel.call('POST', `${path}/capabilities`, furniture.key, {
      documentTypeId: 'order',
      direction: 'RECEIVE',
    });
    assert.equal(added.status, 201);
    assert.equal(await typesSeen(), 3);
    assert.equal((await pappel.call('DELETE', `${path}/capabilities/order`, furniture.key)).status, 204);
    assert.equal(await typesSeen(), 2);
    await pappel.call('PATCH', path, furniture.key, { name: 'Renamed' });
    assert.equal((await read(pappel, timber.key, address)).body.participant.name, 'Renamed');
    await pappel.call('DELETE', path, furniture.key);
    await until(
      () => pappel.call('GET', path, furniture.key),
      ({ body }) => body.status === 'DEACTIVATED',
    );
    assert.equal(await typesSeen(), 'nobody');
  });
  test('At most eight are looked up at a time [NET-1]', async () => {
    odd.state.busiest = 0;
    const gathered = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    odd.state.mayAnswer = () => {
      if (odd.state.busy === 8) gathered.resolve();
      return released.promise;
    };
    const answer = lookup(pappel, timber.key, ODD);
    await gathered.promise;
    // A ninth that was sent with them is there before this is answered.
    assert.equal((await read(pappel, furniture.key, encodeURIComponent(TIMBER))).status, 200);
    assert.equal(odd.state.busy, 8);
    released.resolve();
    const { body } = await answer;
    assert.ok(body.results.every((one: { status: string }) => one.status === 'ERROR'));
    assert.equal(odd.state.busiest, 8);
  });
  test('Trouble is not remembered, and neither is it "not found": 502 where one was asked for [NET-4, NET-6]', async () => {
    const path = encodeURIComponent(ODD[1] as string);
    for (const [status, code] of [
      [503, 'SMP_UNAVAILABLE'],
      [200, 'SMP_RESPONSE_INVALID'],
      [302, 'SMP_RESPONSE_INVALID'],
    ] as const) {
      odd.state.status = status;
      const answer = await read(pappel, timber.key, path);
      assert.deepEqual([answer.status, answer.body.error.code], [502, 'LOOKUP_FAILED']);
      assert.match(answer.body.error.message, new RegExp(code));
    }
    odd.state.status = 503;
    const found = await search(pappel, timber.key, ODD[2] as string);
    assert.deepEqual([found.status, found.body.error.code], [502, 'LOOKUP_FAILED']);
    odd.state.status = 404;
    const gone = await read(pappel, timber.key, encodeURIComponent(ODD[2] as string));
    assert.equal(gone.body.participant.exists, false);
    odd.state.status = 503;
  });
  test('Who was seen is remembered: the SMP is not asked twice, and of many at once only one asks [NET-6]', async () => {
    // The mark is known at once, so that all twenty ask before the first has its answer.
    const view = new NetworkView(pappel.service.base.smp, async () => 'unchanged');
    odd.state.calls = 0;
    await Promise.all(Array.from({ length: 20 }, () => view.registration(id(ODD[3] as string))));
    assert.equal(odd.state.calls, 1);
    const [first, second] = [await view.registration(id(FURNITURE)), await view.registration(id(FURNITURE))];
    assert.equal(first, second);
  });
  test('companyId is one in reach; others are 404 [NET-10]', async () => {
    const mine = await lookup(pappel, timber.key, [TIMBER], { companyId: timber.companyId });
    assert.equal(mine.status, 200);
    for (const companyId of [furniture.companyId, 'x']) {
      const { status, body } = await lookup(pappel, timber.key, [TIMBER], { companyId });
      assert.deepEqual([status, body.error.code], [404, 'NOT_FOUND']);
    }
    const { rows } = await pappel.service.base.database.pool.query(
      "select company_id, sum(quantity)::int as ids from ledger where kind = 'PARTICIPANT_LOOKUP' and account_id = $1 group by 1",
      [timber.accountId],
    );
    assert.equal(rows.find((row) => row.company_id === timber.companyId)?.ids, 1);
    assert.ok(rows.find((row) => row.company_id === null)?.ids > 100);
  });
  test('One participant: a hit has its SMP, name and country; a miss is exists false; a malformed id is 400 [NET-4]', async () => {
    const { body } = await read(pappel, timber.key, FURNITURE);
    const expected = {
      id: FURNITURE,
      canonicalId: `iso6523-actorid-upis::${FURNITURE}`,
      exists: true,
      smpUrl: pappel.service.base.config.smpPublicUrl,
      countryCode: 'NO',
    };
    const { name, ...rest } = body.participant;
    assert.deepEqual(rest, expected);
    assert.equal(name, FURNITURE);
    const miss = await read(pappel, timber.key, encodeURIComponent(`iso6523-actorid-upis::${NOBODY}`));
    assert.deepEqual([miss.status, miss.body.participant.exists], [200, false]);
    assert.equal((await read(pappel, timber.key, 'nonsense')).status, 400);
  });
  test('Capabilities say where each document goes, by signed metadata; of nobody there are none [NET-8]', async () => {
    const { body } = await read(pappel, timber.key, `${FURNITURE}/capabilities`);
    assert.equal(body.capabilities.length, 2);
    const invoice = body.capabilities.find((one: { type: string }) => one.type === 'invoice');
    assert.equal(invoice.endpointUrl, pappel.service.base.config.as4PublicUrl);
    assert.equal(invoice.transportProfile, 'peppol-transport-as4-v2_0');
    assert.match(invoice.processId, /^cenbii-procid-ubl::urn:fdc:peppol.eu:2017:poacc:billing/);
    assert.equal(
      invoice.certificateExpiresAt,
      pappel.service.base.identity.accessPoint.certificate.validTo.toISOString(),
    );
    const miss = await read(pappel, timber.key, `${NOBODY}/capabilities`);
    assert.deepEqual([miss.status, miss.body.error.code], [404, 'NOT_FOUND']);
    const trouble = await read(pappel, timber.key, `${ODD[4]}/capabilities`);
    assert.deepEqual([trouble.status, trouble.body.error.code], [502, 'LOOKUP_FAILED']);
  });
  test('A full Peppol id is looked up exactly; a miss gives zero rows [NET-9]', async () => {
    const { body } = await search(pappel, timber.key, FURNITURE);
    assert.deepEqual([body.mode, body.directoryConfigured, body.results.length], ['id', false, 1]);
    const [row] = body.results;
    assert.deepEqual([row.peppolId, row.source, row.countryCode], [FURNITURE, 'SMP', 'NO']);
    assert.deepEqual(row.types.sort(), ['credit-note', 'invoice']);
    assert.deepEqual((await search(pappel, timber.key, NOBODY)).body.results, []);
  });
  test('A number is tried against every scheme with a rule it keeps, however it is written [NET-9]', async () => {
    for (const q of ['991825827', '991 825 827', 'NO 991.825.827'.slice(3), '5567321707', '556732-1707']) {
      const { body } = await search(pappel, timber.key, q);
      assert.equal(body.mode, 'search');
      const [row, ...others] = body.results;
      assert.deepEqual(others, [], q);
      assert.equal(row.peppolId, q.startsWith('5') ? TIMBER : FURNITURE);
      assert.equal(row.registrationNumber, row.peppolId.slice(5));
      assert.equal(row.source, 'SMP');
    }
    assert.deepEqual((await search(pappel, timber.key, '974760673')).body.results, []);
  });
  test('q has 1 to 64 characters [GEN-25]', async () => {
    for (const q of ['', '%20', 'x'.repeat(65)])
      assert.equal(
        (await pappel.call('GET', `/v1/network/participants/search?q=${q}`, timber.key)).status,
        400,
      );
  });
  test('It needs a credential with read', async () => {
    const { body } = await pappel.call('POST', '/v1/api-keys', timber.session, {
      name: 'send only',
      permissions: ['send'],
    });
    for (const [method, path] of [
      ['POST', '/lookup'],
      ['GET', '/search?q=x'],
      ['GET', `/${TIMBER}`],
      ['GET', `/${TIMBER}/capabilities`],
    ] as const) {
      const url = `/v1/network/participants${path}`;
      const input = method === 'POST' ? { ids: [TIMBER] } : undefined;
      assert.equal((await pappel.call(method, url, undefined, input)).status, 401);
      assert.equal((await pappel.call(method, url, body.key, input)).body.error.code, 'PERMISSION_DENIED');
    }
  });
});

describe('the Directory', () => {
  let pappel: Pappel;
  let timber: Account;
  before(async () => {
    pappel = await startPappel({ RATE_LIMITS: 'open/hour=1000/1' });
    timber = await signUp(pappel);
    await activeParticipant(pappel, timber, TIMBER);
  });
  after(() => pappel.stop());

  test('A participant is in it soon after it is ACTIVE, and is found by name; the row was seen in its SMP [NET-3, NET-9]', async () => {
    const { body } = await until(
      () => search(pappel, timber.key, 'Nordic Timber'),
      (answer) => answer.body.results?.length > 0,
    );
    assert.deepEqual([body.mode, body.directoryConfigured], ['search', true]);
    const [row] = body.results;
    assert.deepEqual([row.peppolId, row.source, row.countryCode], [TIMBER, 'DIRECTORY', 'SE']);
    assert.equal(row.smpUrl, pappel.service.base.config.smpPublicUrl);
  });
});

describe('limits and trouble', () => {
  test('60 lookup calls a minute an account, whichever of them; another account goes on [LIM-10]', async () => {
    const pappel = await startPappel({ RATE_LIMITS: 'lookups=4/60,directory=1/60' });
    try {
      const [one, other] = [await signUp(pappel), await signUp(pappel)];
      assert.equal((await lookup(pappel, one.key, [NOBODY])).status, 200);
      assert.equal((await read(pappel, one.key, NOBODY)).status, 200);
      assert.equal((await read(pappel, one.key, `${NOBODY}/capabilities`)).status, 404);
      assert.equal((await search(pappel, one.key, 'a name')).status, 200);
      const refused = await lookup(pappel, one.session, [NOBODY]);
      assert.deepEqual([refused.status, refused.body.error.code], [429, 'RATE_LIMITED']);
      assert.ok(Number(refused.headers.get('retry-after')) <= 15);
      assert.equal((await lookup(pappel, other.key, [NOBODY])).status, 200);
      const directory = await search(pappel, other.key, 'a name');
      assert.equal(directory.status, 429, 'the Directory has one limit for all');
    } finally {
      await pappel.stop();
    }
  });
  test('Without DNS nothing is "not found"; without the Directory numbers are still looked up [NET-2, NET-3]', async () => {
    const first = await startPappel({ DIRECTORY_URL: 'https://127.0.0.1:1' });
    const account = await signUp(first);
    await activeParticipant(first, account, FURNITURE);
    const ports = JSON.parse(readFileSync(join(first.dataDir, 'localnet/ports.json'), 'utf8'));
    const deaf = await startPappel({
      LOCALNET_DIR: join(first.dataDir, 'localnet'),
      SML_DNS: '127.0.0.1:1',
      SML_URL: `https://127.0.0.1:${ports.smlPort}/edelivery-sml`,
      DIRECTORY_URL: 'off',
    });
    try {
      const { body } = await search(first, account.key, '991825827');
      assert.deepEqual([body.directoryConfigured, body.incomplete, body.results.length], [false, true, 1]);
      const other = await signUp(deaf);
      const answer = await lookup(deaf, other.key, [FURNITURE]);
      assert.deepEqual(
        [answer.body.results[0].status, answer.body.results[0].error.code],
        ['ERROR', 'DNS_UNAVAILABLE'],
      );
      for (const q of [FURNITURE, '991825827'])
        assert.equal((await search(deaf, other.key, q)).body.error.code, 'LOOKUP_FAILED');
      const words = await search(deaf, other.key, 'no number');
      assert.deepEqual(words.body, { mode: 'search', results: [], directoryConfigured: false });
    } finally {
      await deaf.stop();
      await first.stop();
    }
  });
});

test('An installation that listens on every address has its place in the local network', async () => {
  const own = await startPappel({ HOST: '0.0.0.0' });
  try {
    const account = await signUp(own);
    const participant = await activeParticipant(own, account, TIMBER);
    const { body } = await own.call('GET', `/v1/participants/${participant}`, account.key);
    assert.equal(body.status, 'ACTIVE');
  } finally {
    await own.stop();
  }
});
