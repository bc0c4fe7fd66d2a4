import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type LocalPki, openLocalPki } from '@pappel/localnet/local-pki';
import { type Sml, startSml } from '@pappel/localnet/sml-server';
import { type ParticipantId, parseParticipantId } from '@pappel/peppol-ids/participant-id';
import { Trust } from '@pappel/pki/trust';
import { Agent } from 'undici';
import { createNaptrResolver, type SmpContext } from './context.ts';
import { locate } from './locate.ts';
import { isMigrationKey, newMigrationKey } from './migration-key.ts';
import {
  createParticipant,
  createParticipants,
  createSmp,
  deleteParticipant,
  deleteParticipants,
  deleteSmp,
  listParticipants,
  migrate,
  prepareMigration,
  readSmp,
  type SmlContext,
  updateSmp,
} from './sml.ts';

const id = (text: string): ParticipantId => parseParticipantId(text) as ParticipantId;
const ADDRESS = id('0192:991825827');
const ip = '127.0.0.1';

describe('the SML of the local network, over TLS and DNS [SML 1.3 3]', () => {
  let pki: LocalPki;
  let sml: Sml;
  let dns: SmpContext;
  const agents: Agent[] = [];
  let old: SmlContext;
  let fresh: SmlContext;

  const smpOf = async (seat: string, smpId: string): Promise<SmlContext> => {
    const { keyPem: key, certificatePem: cert } = await pki.issueSmp(seat);
    const dispatcher = new Agent({ connect: { ca: pki.tlsCaPem, key, cert } });
    agents.push(dispatcher);
    return { url: sml.url, smpId, dispatcher, retryAfterMs: [] };
  };
  const whereIs = async (participant: ParticipantId): Promise<string> => {
    const location = await locate(dns, participant);
    return location.kind === 'located' ? location.smpUrl : location.kind;
  };
  const faultOf = (outcome: { ok: boolean; fault?: string }) => outcome.fault ?? 'ok';

  before(async () => {
    const dir = mkdtempSync(join(tmpdir(), 'pappel-sml-'));
    pki = await openLocalPki(join(dir, 'pki'));
    const tls = await pki.issueTlsServer([ip]);
    const zone = 'sml.test';
    sml = await startSml({ dir, zone, host: ip, dnsPort: 0, smlPort: 0, tls, smpCaPem: pki.smpCaPem });
    dns = {
      resolveNaptr: createNaptrResolver([`${ip}:${sml.dns.port}`]),
      dispatcher: new Agent(),
      trust: new Trust({ accessPointCas: [], smpCas: [] }),
      zone,
      clock: () => new Date(),
    };
    old = await smpOf('POP000001', 'OLD');
    fresh = await smpOf('POP000002', 'FRESH');
    assert.deepEqual(await createSmp(old, { url: 'https://old.example/smp', ip }), { ok: true });
    assert.deepEqual(await createSmp(fresh, { url: 'https://fresh.example', ip }), { ok: true });
  });
  after(async () => {
    await Promise.all(agents.map((agent) => agent.destroy()));
    await sml.close();
  });

  test('An SMP is read as it was written; a second of the same id, http and an unknown id are faults', async () => {
    assert.deepEqual(await readSmp(old), { ok: true, address: { url: 'https://old.example/smp', ip } });
    assert.equal(faultOf(await createSmp(old, { url: 'https://x.example', ip })), 'bad-request');
    assert.equal(faultOf(await updateSmp(old, { url: 'http://old.example', ip })), 'bad-request');
    assert.equal(faultOf(await readSmp({ ...old, smpId: 'NOBODY' })), 'not-found');
    assert.equal(faultOf(await readSmp({ ...old, smpId: 'FRESH' })), 'unauthorized');
  });
  test('When an SMP changes its address, DNS names the new one for each of its participants', async () => {
    const moving = await smpOf('POP000003', 'MOVING');
    const address = id('0192:974760673');
    await createSmp(moving, { url: 'https://before.example', ip });
    assert.deepEqual(await createParticipant(moving, address), { ok: true });
    assert.equal(await whereIs(address), 'https://before.example');
    assert.deepEqual(await updateSmp(moving, { url: 'https://after.example', ip }), { ok: true });
    assert.equal(await whereIs(address), 'https://after.example');
    assert.deepEqual(await deleteSmp(moving), { ok: true });
    assert.equal(await whereIs(address), 'not-registered');
    assert.equal(faultOf(await readSmp(moving)), 'not-found');
  });
  test('Two hundred and fifty participants go in by lists of a hundred, are listed page by page, and out again', async () => {
    const all = Array.from({ length: 250 }, (_, i) => id(`9915:many${i}`));
    assert.deepEqual(await createParticipants(old, all), { ok: true });
    const listed: ParticipantId[] = [];
    let pages = 0;
    for (let page: string | undefined; pages === 0 || page !== undefined; pages++) {
      const answer = await listParticipants(old, page);
      assert.ok(answer.ok);
      listed.push(...answer.participants);
      page = answer.nextPage;
    }
    assert.equal(pages, 3);
    assert.deepEqual(listed.sort(), [...all].sort());
    assert.equal(faultOf(await listParticipants(old, 'no such page')), 'not-found');
    assert.deepEqual(await deleteParticipants(old, all), { ok: true });
    assert.deepEqual(await listParticipants(old), { ok: true, participants: [], nextPage: undefined });
  });
  test('A list with one participant that is taken registers none of it', async () => {
    await createParticipant(fresh, id('9915:taken'));
    assert.equal(faultOf(await createParticipants(old, [id('9915:free'), id('9915:taken')])), 'bad-request');
    assert.equal(await whereIs(id('9915:free')), 'not-registered');
    assert.equal(faultOf(await deleteParticipants(old, [id('9915:taken')])), 'unauthorized');
    assert.equal(await whereIs(id('9915:taken')), 'https://fresh.example');
  });
  test('An address moves with its key: DNS names the old SMP until then, and the new one from then on', async () => {
    await createParticipant(old, ADDRESS);
    const key = newMigrationKey();
    assert.equal(faultOf(await migrate(fresh, ADDRESS, key)), 'not-found');
    assert.deepEqual(await prepareMigration(old, ADDRESS, key), { ok: true });
    assert.equal(await whereIs(ADDRESS), 'https://old.example/smp');
    assert.equal(faultOf(await migrate(fresh, ADDRESS, newMigrationKey())), 'not-found');
    assert.deepEqual(await migrate(fresh, ADDRESS, key), { ok: true });
    assert.equal(await whereIs(ADDRESS), 'https://fresh.example');
    assert.equal(faultOf(await migrate(fresh, ADDRESS, key)), 'not-found', 'a key works once');
    assert.equal(faultOf(await deleteParticipant(old, ADDRESS)), 'unauthorized');
  });
  test('Only the SMP that has an address may prepare its migration; another key replaces the first', async () => {
    const [first, second] = [newMigrationKey(), newMigrationKey()];
    assert.equal(faultOf(await prepareMigration(old, ADDRESS, first)), 'unauthorized');
    assert.equal(faultOf(await prepareMigration(fresh, ADDRESS, 'too simple')), 'bad-request');
    await prepareMigration(fresh, ADDRESS, first);
    await prepareMigration(fresh, ADDRESS, second);
    assert.equal(faultOf(await migrate(old, ADDRESS, first)), 'not-found');
    assert.deepEqual(await migrate(old, ADDRESS, second), { ok: true });
  });
});

describe('migration keys [SML 1.3 3.3.6]', () => {
  test('Every new key keeps the rules, and no two are the same', () => {
    const keys = Array.from({ length: 500 }, newMigrationKey);
    assert.ok(keys.every(isMigrationKey));
    assert.equal(new Set(keys).size, keys.length);
  });
  for (const wrong of [
    'aaBB11##'.slice(1),
    'aaBB11#x',
    'aaBBx1##',
    'aaBb11##',
    'AABa11##',
    'aaBB1 1##',
    `${'a'.repeat(19)}BB11##`,
  ]) {
    test(`${wrong} is none`, () => assert.equal(isMigrationKey(wrong), false));
  }
  test('aaBB11## is one', () => assert.equal(isMigrationKey('aaBB11##'), true));
});

describe('trouble at the SML', () => {
  type Behaviour = (attempt: number) => { status: number; body: string } | 'hang up';
  const fault = (name: string, status = 500) => ({
    status,
    body: `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:Server</faultcode><faultstring>because</faultstring><detail><f:${name} xmlns:f="http://busdox.org/serviceMetadata/locator/1.0/"/></detail></s:Fault></s:Body></s:Envelope>`,
  });
  const done = { status: 200, body: '' };

  async function against(behaviour: Behaviour) {
    const requests: IncomingMessage[] = [];
    const server = createServer((request, response) => {
      requests.push(request);
      const answer = behaviour(requests.length);
      if (answer === 'hang up') return request.socket.destroy();
      response.writeHead(answer.status).end(answer.body);
    });
    await new Promise<void>((resolve) => server.listen(0, ip, resolve));
    const url = `http://${ip}:${(server.address() as AddressInfo).port}`;
    const dispatcher = new Agent();
    const context = { url, smpId: 'X', dispatcher, retryAfterMs: [1, 1] };
    const outcome = await createParticipant(context, ADDRESS);
    await dispatcher.destroy();
    server.close();
    return { outcome, requests };
  }

  test('The action has nine blanks, as in the published contract', async () => {
    const { requests } = await against(() => done);
    assert.equal(
      requests[0]?.headers.soapaction,
      '"http://busdox.org/serviceMetadata/ManageBusinessIdentifierService/1.0/         :createIn"',
    );
    assert.equal(requests[0]?.url, '/manageparticipantidentifier');
  });
  const named: [string, string, number][] = [
    ['UnauthorizedFault', 'unauthorized', 1],
    ['BadRequestFault', 'bad-request', 1],
    ['NotFoundFault', 'not-found', 1],
    ['InternalErrorFault', 'internal', 3],
  ];
  for (const [name, kind, tries] of named) {
    for (const status of [500, 400]) {
      test(`${name} with HTTP ${status} is ${kind}, after ${tries} ${tries === 1 ? 'try' : 'tries'}`, async () => {
        const { outcome, requests } = await against(() => fault(name, status));
        assert.ok(!outcome.ok);
        assert.deepEqual([outcome.fault, outcome.message, requests.length], [kind, 'because', tries]);
      });
    }
  }
  test('What passes is tried again; "registered already" after a lost answer says that it may be our own trace', async () => {
    const recovered = await against((attempt) => (attempt < 3 ? { status: 503, body: 'busy' } : done));
    assert.deepEqual([recovered.outcome, recovered.requests.length], [{ ok: true }, 3]);
    const lost = await against((attempt) => (attempt === 1 ? 'hang up' : fault('BadRequestFault')));
    assert.ok(!lost.outcome.ok && lost.outcome.fault === 'bad-request' && lost.outcome.isRepeat);
    const plain = await against(() => fault('BadRequestFault'));
    assert.ok(!plain.outcome.ok && !plain.outcome.isRepeat);
  });
  test('An SML that cannot be reached, or answers what is no SOAP, is unreachable', async () => {
    const nobody = { url: `http://${ip}:1`, smpId: 'X', dispatcher: new Agent(), retryAfterMs: [1] };
    const outcome = await createParticipant(nobody, ADDRESS);
    assert.ok(!outcome.ok && outcome.fault === 'unreachable' && !outcome.isRepeat);
    const odd = await against(() => ({ status: 200, body: '<html>Sign in' }));
    assert.ok(!odd.outcome.ok && odd.outcome.fault === 'unreachable');
  });
});
