import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Directory, startDirectory } from '@pappel/localnet/directory-server';
import { type LocalPki, openLocalPki } from '@pappel/localnet/local-pki';
import { type Sml, startSml } from '@pappel/localnet/sml-server';
import { aliasToType } from '@pappel/peppol-ids/aliases';
import { type ParticipantId, parseParticipantId } from '@pappel/peppol-ids/participant-id';
import { Agent } from 'undici';
import { type BusinessCard, businessCardXml, readBusinessCard } from './business-card.ts';
import { searchDirectory } from './directory.ts';
import { indexParticipant, isIndexed, unindexParticipant } from './directory-indexer.ts';
import { createParticipant, createSmp } from './sml.ts';
import { serviceGroupXml } from './write.ts';

const host = '127.0.0.1';
const id = (text: string): ParticipantId => parseParticipantId(text) as ParticipantId;
const TIMBER = id('0007:5567321707');
const full: BusinessCard = {
  participant: TIMBER,
  entities: [
    {
      names: [
        { name: 'Nordic Timber & Söner AB', language: 'sv' },
        { name: 'Nordic Timber <Ltd>', language: undefined },
      ],
      countryCode: 'SE',
      geographicalInformation: 'Umeå',
      identifiers: [{ scheme: 'vat', value: 'SE556732170701' }],
      websites: ['https://timber.example/?a=1&b=2'],
      contacts: [{ type: 'support', name: 'A', phone: '+46', email: 'a@timber.example' }],
      additionalInformation: 'Planks',
      registrationDate: '2026-01-01',
    },
  ],
};

describe('business cards [PD-spec 3]', () => {
  test('A card is read as it was written', () => {
    assert.deepEqual(readBusinessCard(Buffer.from(businessCardXml(full))), full);
  });
  test('One without entities is a card; the older forms are read; anything else is none', () => {
    const bare = { participant: TIMBER, entities: [] };
    assert.deepEqual(readBusinessCard(Buffer.from(businessCardXml(bare))), bare);
    for (const year of ['20161123', '20160112']) {
      const old = businessCardXml(full).replace('20180621', year);
      assert.equal(
        readBusinessCard(Buffer.from(old))?.entities[0]?.names[0]?.name,
        full.entities[0]?.names[0]?.name,
      );
    }
    const foreign = businessCardXml(full).replace('20180621', '20300101');
    for (const text of [foreign, '<BusinessCard/>', 'nothing', businessCardXml(full).replaceAll(TIMBER, 'x')])
      assert.equal(readBusinessCard(Buffer.from(text)), undefined);
  });
});

describe("the local network's Directory over TLS", () => {
  const documents = new Map<string, string>();
  const agents: Agent[] = [];
  let pki: LocalPki;
  let sml: Sml;
  let smp: Server;
  let directory: Directory;
  let ours: { url: string; dispatcher: Agent };
  let stranger: { url: string; dispatcher: Agent };
  let anybody: { url: string; dispatcher: Agent };

  const agent = (issued?: { keyPem: string; certificatePem: string }): Agent => {
    const { keyPem: key, certificatePem: cert } = issued ?? {};
    const made = new Agent({ connect: { ca: pki.tlsCaPem, key, cert } });
    agents.push(made);
    return made;
  };
  const indexed = async (participant: ParticipantId, wanted = true): Promise<void> => {
    for (let i = 0; i < 600; i++) {
      if ((await isIndexed(ours, participant)).ok === wanted) return;
      await sleep(50);
    }
    assert.fail(`${participant} is ${wanted ? 'not in' : 'still in'} the Directory`);
  };

  before(async () => {
    const dir = mkdtempSync(join(tmpdir(), 'pappel-directory-'));
    pki = await openLocalPki(join(dir, 'pki'));
    const tls = await pki.issueTlsServer([host]);
    const common = { dir, zone: 'sml.test', host, tls, smpCaPem: pki.smpCaPem };
    sml = await startSml({ ...common, dnsPort: 0, smlPort: 0 });
    const dns = `${host}:${sml.dns.port}`;
    directory = await startDirectory({ ...common, port: 0, dns, tlsCaPem: pki.tlsCaPem });
    smp = createTlsServer({ key: tls.keyPem, cert: tls.certificatePem }, (request, response) => {
      const found = documents.get(request.url ?? '');
      response.writeHead(found ? 200 : 404).end(found);
    });
    await new Promise<void>((resolve) => smp.listen(0, host, resolve));
    const smpUrl = `https://${host}:${(smp.address() as AddressInfo).port}`;
    const issued = await pki.issueSmp('POP000001');
    ours = { url: directory.url, dispatcher: agent(issued) };
    stranger = { url: directory.url, dispatcher: agent(await pki.issueSmp('POP000002')) };
    anybody = { url: directory.url, dispatcher: agent() };
    const context = { url: sml.url, smpId: 'X', dispatcher: agent(issued) };
    await createSmp(context, { url: smpUrl, ip: host });
    await createParticipant(context, TIMBER);
    const invoice = aliasToType('invoice');
    assert.ok(invoice);
    const path = encodeURIComponent(`iso6523-actorid-upis::${TIMBER}`);
    documents.set(`/${path}`, serviceGroupXml(smpUrl, TIMBER, [invoice.documentTypeId]));
    documents.set(`/businesscard/${path}`, businessCardXml(full));
  });
  after(async () => {
    await Promise.all(agents.map((one) => one.destroy()));
    smp.closeAllConnections();
    smp.close();
    await directory.close();
    await sml.close();
  });

  test('What an SMP asks for is read from its card and service group, and is found by name, number and id', async () => {
    assert.deepEqual(await indexParticipant(ours, TIMBER), { ok: true });
    await indexed(TIMBER);
    const queries = [
      { text: 'timber söner' },
      { text: '5567321707' },
      { name: 'nordic' },
      { participant: TIMBER },
      { identifierValue: 'SE556732170701' },
      { name: 'Nordic', country: 'SE' },
    ];
    for (const query of queries) {
      const answer = await searchDirectory(anybody, query);
      assert.ok(answer.kind === 'answered', JSON.stringify(query));
      assert.deepEqual([answer.total, answer.matches.length], [1, 1], JSON.stringify(query));
      const [match] = answer.matches;
      assert.deepEqual(
        [match?.participant, match?.name, match?.countryCode, match?.documentTypes.length],
        [TIMBER, 'Nordic Timber & Söner AB', 'SE', 1],
      );
      assert.deepEqual(match?.identifiers, [{ scheme: 'vat', value: 'SE556732170701' }]);
    }
    for (const query of [{ text: 'timber unknown' }, { name: 'Nordic', country: 'NO' }]) {
      const answer = await searchDirectory(anybody, query);
      assert.deepEqual(answer, { kind: 'answered', total: 0, matches: [] });
    }
  });
  test('Without an SMP certificate nothing is indexed, and no SMP removes the entry of another', async () => {
    const fault = async (outcome: ReturnType<typeof isIndexed>) => {
      const { ok, ...rest } = await outcome;
      return ok ? 'ok' : (rest as { fault: string }).fault;
    };
    const ap = { url: directory.url, dispatcher: agent(await pki.issueAccessPoint('POP000001')) };
    assert.equal(await fault(indexParticipant(anybody, TIMBER)), 'unauthorized');
    assert.equal(await fault(indexParticipant(ap, TIMBER)), 'unauthorized');
    assert.equal(await fault(unindexParticipant(stranger, TIMBER)), 'unauthorized');
    assert.equal(await fault(unindexParticipant(ours, id('9915:nobody'))), 'not-found');
    assert.deepEqual(await unindexParticipant(ours, TIMBER), { ok: true });
    await indexed(TIMBER, false);
  });
  test('An entry is read again on request, and follows its card', async () => {
    const path = `/businesscard/${encodeURIComponent(`iso6523-actorid-upis::${TIMBER}`)}`;
    await indexParticipant(ours, TIMBER);
    await indexed(TIMBER);
    documents.set(path, businessCardXml(full).replace('Planks', 'Boards'));
    await indexParticipant(ours, TIMBER);
    for (let i = 0; i < 600; i++) {
      const answer = await searchDirectory(anybody, { text: 'boards' });
      if (answer.kind === 'answered' && answer.total === 1) return;
      await sleep(50);
    }
    assert.fail('the new card was not read');
  });
});

describe('what a Directory may answer besides', () => {
  async function answering(status: number, body: string, headers: Record<string, string> = {}) {
    const server = createServer((_request, response) => response.writeHead(status, headers).end(body));
    await new Promise<void>((resolve) => server.listen(0, host, resolve));
    const dispatcher = new Agent();
    const url = `http://${host}:${(server.address() as AddressInfo).port}`;
    const answer = await searchDirectory({ url, dispatcher }, { text: 'x' });
    await dispatcher.destroy();
    server.close();
    return answer;
  }

  test('429 says how long to wait; trouble and nonsense are never "nothing found"', async () => {
    assert.deepEqual(await answering(429, '', { 'retry-after': '7' }), { kind: 'too-many', retryAfter: 7 });
    for (const [status, body] of [
      [500, ''],
      [200, 'not JSON'],
      [200, '{}'],
      [200, 'null'],
    ] as const)
      assert.equal((await answering(status, body)).kind, 'unreachable');
    assert.equal((await answering(400, '')).kind, 'refused');
  });
  test('Matches with nothing but their participant are read, those without one are left out', async () => {
    const matches = [
      { participantID: { scheme: 'iso6523-actorid-upis', value: '9915:a' } },
      { participantID: { scheme: 'other', value: '9915:b' } },
      {},
    ];
    const answer = await answering(200, JSON.stringify({ 'total-result-count': 3, matches }));
    assert.ok(answer.kind === 'answered');
    assert.deepEqual(
      answer.matches.map(({ participant, documentTypes }) => [participant, documentTypes]),
      [['9915:a', []]],
    );
  });
  test('Nothing is asked without a term, or beyond the thousand that the Directory shows', async () => {
    const context = { url: `http://${host}:1`, dispatcher: new Agent() };
    assert.equal((await searchDirectory(context, {})).kind, 'refused');
    assert.equal((await searchDirectory(context, { text: 'x' }, { page: 50, pageSize: 20 })).kind, 'refused');
    assert.equal((await searchDirectory(context, { text: 'x' })).kind, 'unreachable');
  });
});
