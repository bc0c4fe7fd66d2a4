import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { FURNITURE, until } from './harness.ts';
import { newCompany } from './people.ts';
import { connect, newLogin, type SftpWorld, startSftpWorld } from './sftp-world.ts';

let world: SftpWorld;
/** Of one company each: one address that only sends, one that only receives. */
let seller: { companyId: string; id: string };
let buyer: { companyId: string; id: string };

const call = (method: string, path: string, body?: unknown) =>
  world.pappel.call(method, path, world.timber.session, body);

async function newAddress(name: string, gln: string, direction: string) {
  const companyId = await newCompany(world.pappel, world.timber, name);
  const { status, body } = await call('POST', '/v1/participants', {
    companyId,
    scheme: '0088',
    value: gln,
    name,
    countryCode: 'SE',
    capabilities: [{ documentTypeId: 'order', direction }],
  });
  assert.equal(status, 201, JSON.stringify(body));
  return { companyId, id: body.id as string };
}

before(async () => {
  world = await startSftpWorld();
  seller = await newAddress('Seller', '7350000001266', 'SEND');
  buyer = await newAddress('Buyer', '7350000001273', 'RECEIVE');
});
after(() => world?.pappel.stop());

async function idsOf(list: string, path: string): Promise<string[]> {
  const { status, body } = await call('GET', path);
  assert.equal(status, 200, JSON.stringify(body));
  return body[list].map(({ id }: { id: string }) => id);
}

async function refusalOf(path: string): Promise<string> {
  const { status, body } = await call('GET', path);
  return [status, body.error?.code, body.error?.details?.[0]?.field].join(' ');
}

describe('filters of lists', () => {
  test('direction leaves companies whose addresses receive, or send; others are 400 [COM-8]', async () => {
    const inbound = await idsOf('companies', '/v1/companies?direction=INBOUND');
    const outbound = await idsOf('companies', '/v1/companies?direction=OUTBOUND');
    assert.deepEqual(new Set(inbound), new Set([buyer.companyId, world.timber.companyId]));
    assert.deepEqual(new Set(outbound), new Set([seller.companyId, world.timber.companyId]));
    assert.equal(await refusalOf('/v1/companies?direction=sideways'), '400 VALIDATION_FAILED direction');
    assert.equal(await refusalOf('/v1/companies?status=LOST'), '400 VALIDATION_FAILED status');
  });
  test('direction leaves addresses that receive, or send; others are 400 [PAR-23]', async () => {
    const inbound = await idsOf('participants', '/v1/participants?direction=INBOUND');
    const outbound = await idsOf('participants', '/v1/participants?direction=OUTBOUND');
    assert.deepEqual(new Set(inbound), new Set([buyer.id, world.timberId]));
    assert.deepEqual(new Set(outbound), new Set([seller.id, world.timberId]));
    assert.equal(await refusalOf('/v1/participants?direction=BOTH'), '400 VALIDATION_FAILED direction');
  });
  test('The audit of an address is narrowed by moves of a status, and by the direction of capabilities [AUD-6]', async () => {
    const path = `/v1/participants/${world.timberId}/audit`;
    await call('POST', `/v1/participants/${seller.id}/capabilities`, {
      documentTypeId: 'order-response',
      direction: 'RECEIVE',
    });
    const ofSeller = `/v1/participants/${seller.id}/audit`;
    const received = (await call('GET', `${ofSeller}?direction=INBOUND`)).body.rows;
    assert.deepEqual(
      received.map((row: { eventType: string; targetSub: string }) => [row.eventType, row.targetSub]),
      [['capability.added', 'order-response']],
    );
    assert.deepEqual((await call('GET', `${ofSeller}?direction=OUTBOUND`)).body.rows, []);
    const moves = (await call('GET', `${path}?status=REGISTERING`)).body.rows;
    assert.deepEqual(
      moves.map(({ metadata: { from, to } }: { metadata: Record<string, string> }) => `${from} ${to}`),
      ['REGISTERING ACTIVE', 'READY REGISTERING'],
    );
    assert.equal(await refusalOf(`${path}?status=LOST`), '400 VALIDATION_FAILED status');
    assert.equal(await refusalOf(`${path}?direction=sideways`), '400 VALIDATION_FAILED direction');
  });
});

test('A lookup counts what was asked for: a search is one, a malformed id none [USG-5]', async () => {
  const looked = async (): Promise<number> => (await call('GET', '/v1/usage')).body.totals.PARTICIPANT_LOOKUP;
  const begun = await looked();
  const search = await call('GET', '/v1/network/participants/search?q=5567321707');
  assert.equal(search.status, 200);
  assert.equal(await looked(), begun + 1);
  await call('GET', `/v1/network/participants/search?q=${FURNITURE}`);
  assert.equal(await looked(), begun + 2);
  const ids = ['nonsense', FURNITURE, ''];
  const { body } = await call('POST', '/v1/network/participants/lookup', { ids });
  assert.deepEqual(
    body.results.map(({ status }: { status: string }) => status),
    ['INVALID', 'OK', 'INVALID'],
  );
  assert.equal(await looked(), begun + 3);
  await call('POST', '/v1/network/participants/lookup', { ids: ['nonsense'] });
  await call('GET', '/v1/network/participants/nonsense');
  assert.equal(await looked(), begun + 3);
});

test('GET /v1/sftp/connection tells the directories that the login finds, of an address that was withdrawn too [SFT-12]', async () => {
  const { pappel, timber } = world;
  const gone = await newAddress('Withdrawn', '7350000001280', 'SEND');
  await call('DELETE', `/v1/participants/${gone.id}`);
  await until(
    () => call('GET', `/v1/participants/${gone.id}`),
    ({ body }) => body.status === 'DEACTIVATED',
  );
  const login = await newLogin(pappel, timber);
  const client = await connect(world, login);
  const found: string[] = [];
  for (const { name: company } of await client.list('/'))
    for (const { name } of await client.list(`/${company}`)) found.push(`/${company}/${name}/inbox`);
  await client.end();
  const { body } = await call('GET', '/v1/sftp/connection');
  const layout = body.layouts.find(({ loginId }: { loginId: string }) => loginId === login.id);
  const told = layout.directories.filter(({ purpose }: { purpose: string }) => purpose === 'INBOX');
  assert.ok(told.some(({ participantId }: { participantId: string }) => participantId === gone.id));
  assert.deepEqual(told.map(({ path }: { path: string }) => path).sort(), found.sort());
});
