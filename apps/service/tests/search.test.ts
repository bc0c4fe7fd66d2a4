import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { pino } from 'pino';
import { startService } from '../src/service.ts';
import { readConfig } from '../src/settings/config.ts';
import {
  type Account,
  activeParticipant,
  FURNITURE,
  fixture,
  newEnvironment,
  type Pappel,
  settled,
  signUp,
  startPappel,
  TIMBER,
} from './harness.ts';

const invoice = fixture('invoice.xml');
const SELLER = 'Łódź & Ørsted Træ AB';

describe('finding', () => {
  let pappel: Pappel;
  let timber: Account;
  let furniture: Account;
  let sentId: string;

  before(async () => {
    pappel = await startPappel();
    [timber, furniture] = [await signUp(pappel), await signUp(pappel, 'Fjord Furniture AS', 'NO')];
    await activeParticipant(pappel, timber, TIMBER);
    await activeParticipant(pappel, furniture, FURNITURE);
    const payload = invoice
      .replace(/(<cbc:ID>)[^<]*/, '$1INV-4711/É')
      .replace(/(<cbc:RegistrationName>)[^<]*/, `$1${SELLER.replace('&', '&amp;')}`);
    const { body } = await pappel.call('POST', '/v1/messages', timber.key, {
      sender: TIMBER,
      receiver: FURNITURE,
      type: 'invoice',
      payload,
      externalReference: 'PO Höst 2026',
    });
    sentId = body.id;
    await settled(pappel, timber, sentId);
  });
  after(() => pappel.stop());

  const list = async (path: string, token = timber.key) => {
    const { status, body } = await pappel.call('GET', path, token);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  const messages = async (query: Record<string, string>, token = timber.key): Promise<string[]> => {
    const { messages: found } = await list(`/v1/messages?${new URLSearchParams(query)}`, token);
    return found.map(({ id }: { id: string }) => id);
  };

  test('A company is found by a name with Å, Ä, Ö, Ø, ß, ł, however it is typed, also after it was renamed [COM-5, GEN-25]', async () => {
    const { body } = await pappel.call('POST', '/v1/companies', timber.session, {
      name: 'ÅNGSTRÖM Ärlighet Straße',
      registrationNumber: 'ÆØ-1',
    });
    const found = async (q: string) => {
      const { companies } = await list(`/v1/companies?q=${encodeURIComponent(q)}`);
      return companies.some(({ id }: { id: string }) => id === body.id);
    };
    for (const q of [
      'ångström',
      'ÅNGSTRÖM',
      'angstrom',
      'A\u030angstro\u0308m',
      'STRASSE',
      'straße',
      'æø',
      'aeo',
    ])
      assert.ok(await found(q), q);
    assert.ok(!(await found('ängström x')));
    await pappel.call('PATCH', `/v1/companies/${body.id}`, timber.session, { name: 'Ærøskøbing Værft' });
    assert.ok(await found('AERØ'));
    assert.ok(await found('ÆØ-1'));
    assert.ok(!(await found('ångström ärlighet')));
    assert.ok(!(await found('%')));
  });

  test('Identifiers are derived with Ø as o, ł as l, ß as ss', async () => {
    const identifierOf = async (name: string) =>
      (await pappel.call('POST', '/v1/companies', timber.session, { name })).body.identifier;
    assert.equal(await identifierOf('Ørsted Łódź Straße'), 'orsted-lodz-strasse');
    assert.equal(await identifierOf('Ærø Ðorð'), 'aero-dord');
    assert.equal(await identifierOf('Ørsted Łódź Strasse'), 'orsted-lodz-strasse-2');
  });

  test('A participant and its audit are found by name and actor in any case and with or without accents [AUD-3, GEN-25, PAR-16]', async () => {
    const { body } = await pappel.call('POST', '/v1/participants', timber.key, {
      companyId: timber.companyId,
      scheme: '0088',
      value: '7300010000001',
      countryCode: 'SE',
      name: 'Öresund ÅÄÖ',
    });
    const found = async (q: string) => {
      const { participants } = await list(`/v1/participants?q=${encodeURIComponent(q)}`);
      return participants.map(({ id }: { id: string }) => id);
    };
    for (const q of ['öresund', 'ORESUND', 'aao', 'åäö', '0088:7300010000001'])
      assert.deepEqual(await found(q), [body.id], q);
    await pappel.call('PATCH', `/v1/participants/${body.id}`, timber.key, { name: 'Kjøge Bugt' });
    assert.deepEqual([await found('öresund'), await found('KJØGE')], [[], [body.id]]);
    const audit = async (q: string) => {
      const { rows } = await list(`/v1/participants/${body.id}/audit?q=${encodeURIComponent(q)}`);
      return rows.map(({ eventType }: { eventType: string }) => eventType);
    };
    assert.deepEqual(await audit('kjøge'), ['participant.updated']);
    assert.deepEqual(await audit('KJOGE'), ['participant.updated']);
    assert.deepEqual(await audit('nobody'), []);
  });

  test("The account's audit is found by the names in it in any case and with or without accents [AUD-3, GEN-25]", async () => {
    const { body } = await pappel.call('POST', '/v1/users', timber.session, {
      name: 'Åse Øyen',
      email: 'ase@example.org',
      role: 'member',
      companyIds: [timber.companyId],
    });
    for (const q of ['åse', 'ÅSE', 'ase oyen', 'ØYEN']) {
      const { rows } = await list(`/v1/audit?q=${encodeURIComponent(q)}`);
      assert.ok(
        rows.some((row: { targetId?: string }) => row.targetId === body.id),
        q,
      );
    }
  });

  test('A message has the names that the document gives, and q finds it as support people type it [MSG-57]', async () => {
    const message = await list(`/v1/messages/${sentId}`);
    assert.equal(message.senderName, SELLER);
    assert.ok(message.receiverName);
    assert.equal(message.documentNumber, 'INV-4711/É');
    const typed = [
      ...[TIMBER, FURNITURE, '0007:55', '5567321707', '991825', '556732-1707', '991 825 827', sentId],
      ...[
        'INV-4711/É',
        'inv-4711',
        '4711',
        'inv 4711',
        'lodz',
        'ØRSTED',
        'Łódź & Ørsted',
        'ørsted træ',
        'ab',
      ],
      ...['PO Höst', 'host', 'HÖST 2026', message.receiverName, message.receiverName.toUpperCase(), ' 4711 '],
    ];
    for (const q of typed) assert.deepEqual(await messages({ q }), [sentId], q);
    const wrong = [
      '711',
      'dz',
      'ørsted norge',
      '7321707',
      "'",
      "x' | 'y",
      '\\',
      ':*',
      '%',
      '55673217070',
      '!!',
    ];
    for (const q of wrong) assert.deepEqual(await messages({ q }), [], q);
    assert.deepEqual(await messages({ q: ' ' }), [sentId]);
  });

  test('q matches sender and receiver case-sensitively, never in the middle; another account finds its own only [MSG-51]', async () => {
    assert.deepEqual(await messages({ q: 'iso6523-actorid-upis::' }), []);
    const [inbound, ...others] = await messages({ q: '4711' }, furniture.key);
    assert.ok(inbound && inbound !== sentId);
    assert.deepEqual(others, []);
    const received = await list(`/v1/messages/${inbound}`, furniture.key);
    assert.deepEqual([received.senderName, received.documentNumber], [SELLER, 'INV-4711/É']);
    assert.deepEqual(await messages({ q: 'PO Höst' }, furniture.key), []);
  });

  test('documentNumber and externalReference find exactly; status can be repeated [MSG-52]', async () => {
    assert.deepEqual(await messages({ documentNumber: 'INV-4711/É' }), [sentId]);
    for (const documentNumber of ['inv-4711/é', 'INV-4711', 'INV-4711/E', '4711', 'x'])
      assert.deepEqual(await messages({ documentNumber }), [], documentNumber);
    assert.deepEqual(await messages({ externalReference: 'PO Höst 2026' }), [sentId]);
    assert.deepEqual(await messages({ externalReference: 'PO Höst' }), []);
    assert.deepEqual(await messages({ documentNumber: 'INV-4711/É', externalReference: 'other' }), []);
    const found = await list('/v1/messages?status=AS4_ACCEPTED&status=SEND_FAILED');
    assert.deepEqual(
      found.messages.map(({ id }: { id: string }) => id),
      [sentId],
    );
    assert.deepEqual((await list('/v1/messages?status=SEND_RETRY&status=SEND_FAILED')).messages, []);
    assert.equal((await list('/v1/messages?status=AS4_ACCEPTED')).messages.length, 1);
    const wrong = await pappel.call('GET', '/v1/messages?status=AS4_ACCEPTED&status=NONE', timber.key);
    assert.deepEqual([wrong.status, wrong.body.error.code], [400, 'VALIDATION_FAILED']);
  });
});

test('It is so on a PostgreSQL of the operator with any locale, also for rows from before there was folding', async () => {
  const env = await newEnvironment();
  const url = new URL(env['DATABASE_URL'] ?? '');
  const client = new pg.Client({ connectionString: process.env['TEST_DATABASE_URL'] ?? '' });
  await client.connect();
  url.pathname += '_icu';
  await client.query(
    `create database "${url.pathname.slice(1)}" template template0 encoding 'UTF8' locale_provider icu icu_locale 'tr-TR' locale 'C'`,
  );
  await client.end();
  env['DATABASE_URL'] = url.href;
  const start = () => startService(readConfig(env), pino({ level: 'silent' }));
  const find = async (q: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`http://127.0.0.1:${env['PORT']}/v1/companies?q=${encodeURIComponent(q)}`, {
      headers,
    });
    return ((await answer.json()) as { companies: { name: string }[] }).companies.map(({ name }) => name);
  };
  let token = '';
  let service = await start();
  try {
    const answer = await fetch(`http://127.0.0.1:${env['PORT']}/v1/auth/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        account: { legalName: 'ÅNGFABRIKEN İSTANBUL', countryCode: 'SE' },
        owner: { email: 'a@example.org', password: 'a long test passphrase' },
      }),
    });
    token = ((await answer.json()) as { token: string }).token;
    assert.deepEqual(await find('ångfabriken istanbul'), ['ÅNGFABRIKEN İSTANBUL']);
    await service.base.database.pool.query('update companies set search_text = null');
    assert.deepEqual(await find('angfabriken'), []);
    await service.stop();
    service = await start();
    assert.deepEqual(await find('ANGFABRIKEN'), ['ÅNGFABRIKEN İSTANBUL']);
  } finally {
    await service.stop();
  }
});
