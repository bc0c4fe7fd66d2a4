import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  type Account,
  activeParticipant,
  FURNITURE,
  fixture,
  PASSWORD,
  type Pappel,
  signUp,
  startPappel,
  TIMBER,
  until,
} from './harness.ts';

const invoice = fixture('invoice.xml');

describe('what cannot be meant', () => {
  let pappel: Pappel;
  let timber: Account;
  let furniture: Account;
  let timberId: string;

  before(async () => {
    pappel = await startPappel();
    [timber, furniture] = [await signUp(pappel), await signUp(pappel, 'Fjord Furniture AS', 'NO')];
    timberId = await activeParticipant(pappel, timber, TIMBER);
    await activeParticipant(pappel, furniture, FURNITURE);
  });
  after(() => pappel.stop());

  /** The status, code and field of an answer; and that the message says more than the field. */
  const refusal = async (
    method: string,
    path: string,
    body: unknown,
    token: string | undefined = timber.key,
  ) => {
    const answer = await pappel.call(method, path, token, body);
    const [detail] = answer.body?.error?.details ?? [];
    return [answer.status, answer.body?.error?.code, detail?.field];
  };
  const participant = (changes: object) => ({
    companyId: timber.companyId,
    scheme: '0088',
    value: '7300010000001',
    name: 'x',
    countryCode: 'SE',
    ...changes,
  });

  test('0007 with countryCode NO is 400, as the scheme implies the country [PAR-3]', async () => {
    const wrong = participant({ scheme: '0007', value: '5560160680', countryCode: 'NO' });
    const expected = [400, 'VALIDATION_FAILED', 'countryCode'];
    assert.deepEqual(await refusal('POST', '/v1/participants', wrong), expected);
    assert.deepEqual(await refusal('PATCH', `/v1/participants/${timberId}`, { countryCode: 'NO' }), expected);
    const right = { ...wrong, countryCode: 'SE' };
    assert.equal((await pappel.call('POST', '/v1/participants', timber.key, right)).status, 201);
  });

  test('An unknown country code is 400 wherever one is given [COM-6]', async () => {
    for (const countryCode of ['ZZ', 'EU', 'UK', 'AN']) {
      const refused = [400, 'VALIDATION_FAILED', 'countryCode'];
      assert.deepEqual(await refusal('POST', '/v1/participants', participant({ countryCode })), refused);
      assert.deepEqual(await refusal('PATCH', `/v1/participants/${timberId}`, { countryCode }), refused);
      assert.deepEqual(await refusal('POST', '/v1/companies', { name: 'x', countryCode }), refused);
      assert.deepEqual(await refusal('PATCH', `/v1/companies/${timber.companyId}`, { countryCode }), refused);
      const account = {
        account: { legalName: 'x', countryCode },
        owner: { email: 'x@example.org', password: PASSWORD },
      };
      assert.deepEqual(await refusal('POST', '/v1/auth/signup', account, ''), [
        400,
        'VALIDATION_FAILED',
        'account.countryCode',
      ]);
    }
    const { status } = await pappel.call('POST', '/v1/companies', timber.key, {
      name: 'x',
      countryCode: 'XI',
    });
    assert.equal(status, 201);
  });

  test('An alias with a processId that contradicts it is 400; the same process is not [CAP-1]', async () => {
    const processId = 'cenbii-procid-ubl::urn:fdc:peppol.eu:poacc:bis:ordering:3';
    const path = `/v1/participants/${timberId}/capabilities`;
    const wrong = { documentTypeId: 'invoice', processId, direction: 'SEND' };
    const expected = [400, 'VALIDATION_FAILED', 'processId'];
    assert.deepEqual(await refusal('POST', path, wrong), expected);
    assert.deepEqual(await refusal('POST', '/v1/participants', participant({ capabilities: [wrong] })), [
      400,
      'VALIDATION_FAILED',
      'capabilities.0.processId',
    ]);
    const message = { sender: TIMBER, receiver: FURNITURE, type: 'invoice', processId, payload: invoice };
    assert.deepEqual(await refusal('POST', '/v1/messages', message), expected);
    const { body } = await pappel.call('GET', path, timber.key);
    const own = body.capabilities.find((one: { type: string }) => one.type === 'invoice').processId;
    assert.equal((await pappel.call('POST', path, timber.key, { ...wrong, processId: own })).status, 200);
    const sent = await pappel.call('POST', '/v1/messages', timber.key, { ...message, processId: own });
    assert.equal(sent.status, 202);
  });

  test('Names of blanks are 400 [COM-6]', async () => {
    const account = (changes: object) => ({
      account: { legalName: 'x', countryCode: 'SE', ...changes },
      owner: { email: 'x@example.org', password: PASSWORD },
    });
    for (const name of ['', ' ', '   \u00a0', '\t', 'a\u0000b']) {
      const tried: [method: string, path: string, body: object, token?: string][] = [
        ['POST', '/v1/participants', participant({ name })],
        ['PATCH', `/v1/participants/${timberId}`, { name }],
        ['POST', '/v1/companies', { name }],
        ['PATCH', `/v1/companies/${timber.companyId}`, { name }],
        ['POST', '/v1/api-keys', { name }],
        ['POST', '/v1/users', { name, email: 'x@example.org', role: 'member', companyIds: [] }],
        ['POST', '/v1/auth/signup', account({ legalName: name }), ''],
        ['POST', '/v1/auth/signup', account({ name }), ''],
      ];
      for (const [method, path, body, token] of tried) {
        const [status, code] = await refusal(method, path, body, token ?? timber.session);
        assert.deepEqual(
          [status, code],
          [400, 'VALIDATION_FAILED'],
          `${method} ${path} ${JSON.stringify(name)}`,
        );
      }
    }
  });

  test('A sender that is DEACTIVATED is 409 SENDER_NOT_ACTIVE, until the address is there again [MSG-2, PAR-6]', async () => {
    const address = '0007:5560160680';
    const { body } = await pappel.call('GET', `/v1/participants?q=${address}`, timber.key);
    const path = `/v1/participants/${body.participants[0].id}`;
    const send = async () => {
      const message = { sender: address, receiver: FURNITURE, type: 'invoice', payload: invoice };
      const answer = await pappel.call('POST', '/v1/messages', timber.key, message);
      return [answer.status, answer.body.error?.code];
    };
    assert.deepEqual(await send(), [409, 'SENDER_NOT_ACTIVE']);
    await pappel.call('DELETE', path, timber.key);
    await until(
      () => pappel.call('GET', path, timber.key),
      (answer) => answer.body.status === 'DEACTIVATED',
    );
    assert.deepEqual(await send(), [409, 'SENDER_NOT_ACTIVE']);
    await activeParticipant(pappel, timber, address);
    assert.deepEqual(await send(), [202, undefined]);
    const another = await pappel.call('POST', '/v1/messages', furniture.key, {
      sender: address,
      receiver: FURNITURE,
      type: 'invoice',
      payload: invoice,
    });
    assert.equal(another.body.error.code, 'SENDER_NOT_ALLOWED');
  });
});
