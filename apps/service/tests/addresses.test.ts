import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { request as httpRequest } from 'undici';
import { type Account, type Pappel, signUp, startPappel, until } from './harness.ts';

describe('an address of a customer', () => {
  let pappel: Pappel;
  let timber: Account;
  before(async () => {
    pappel = await startPappel();
    timber = await signUp(pappel);
  });
  after(() => pappel.stop());

  const make = async (value: string, directions: string[] = ['RECEIVE']) => {
    const { body } = await pappel.call('POST', '/v1/participants', timber.key, {
      companyId: timber.companyId,
      scheme: '0088',
      value,
      countryCode: 'SE',
      name: value,
      capabilities: directions.map((direction) => ({ documentTypeId: 'invoice', direction })),
    });
    return `/v1/participants/${body.id}`;
  };
  const statusOf = async (path: string) => (await pappel.call('GET', path, timber.key)).body.status;
  const becomes = async (path: string, status: string) =>
    assert.equal(
      await until(
        () => statusOf(path),
        (is) => is === status,
      ),
      status,
    );
  const approve = (path: string) => pappel.operate(`${path.slice('/v1/'.length)}/approve`);
  /** What the network gets for the address from our SMP. */
  const published = async (value: string) => {
    const { smp, config } = pappel.service.base;
    const { smpPublicUrl } = config;
    const group = encodeURIComponent(`iso6523-actorid-upis::0088:${value}`);
    const answer = await httpRequest(`${smpPublicUrl}/${group}`, { dispatcher: smp.dispatcher });
    await answer.body.dump();
    return answer.statusCode;
  };

  test('It starts as PENDING_APPROVAL, and nothing is published before the operator has approved it [PAR-1]', async () => {
    const path = await make('7300010000018');
    assert.deepEqual([await statusOf(path), await published('7300010000018')], ['PENDING_APPROVAL', 404]);
    await approve(path);
    await becomes(path, 'ACTIVE');
    assert.equal(await published('7300010000018'), 200);
  });
  test('One that only sends stays READY; a capability to receive publishes it, the last one removed withdraws it [PAR-5, CAP-5]', async () => {
    const path = await make('7300010000025', ['SEND']);
    assert.equal((await approve(path)).body.status, 'READY');
    const order = { documentTypeId: 'order', direction: 'RECEIVE' };
    const added = await pappel.call('POST', `${path}/capabilities`, timber.key, order);
    assert.equal(added.status, 201);
    await becomes(path, 'ACTIVE');
    await pappel.call('DELETE', `${path}/capabilities/${added.body.id}`, timber.key);
    await becomes(path, 'READY');
    assert.equal(await published('7300010000025'), 404);
  });
  test('A capability is removed by its id, alias or document type; one that is not there is 404 [CAP-4, CAP-6]', async () => {
    const path = await make('7300010000032');
    const other = await signUp(pappel, 'Fjord Furniture AS', 'NO');
    for (const by of ['id', 'documentTypeId', 'documentTypeId without its scheme', 'alias']) {
      const { body } = await pappel.call('GET', `${path}/capabilities`, timber.key);
      const [{ id, documentTypeId }] = body.capabilities;
      const bare = documentTypeId.slice('busdox-docid-qns::'.length);
      const names: Record<string, string> = { id, documentTypeId, alias: 'invoice' };
      const which = encodeURIComponent(names[by] ?? bare);
      const remove = (token: string) => pappel.call('DELETE', `${path}/capabilities/${which}`, token);
      assert.equal((await remove(other.key)).status, 404);
      assert.deepEqual(
        [(await remove(timber.key)).status, (await remove(timber.key)).status],
        [204, 404],
        by,
      );
      await pappel.call('POST', `${path}/capabilities`, timber.key, {
        documentTypeId: 'invoice',
        direction: 'RECEIVE',
      });
    }
  });
  test('The same type twice in one request is one capability, with what either allows; a wrong one is named by its place [CAP-1, CAP-2, CAP-3]', async () => {
    const address = { companyId: timber.companyId, scheme: '0192', value: '991825827', name: 'Twice' };
    const ask = (capabilities: object[]) =>
      pappel.call('POST', '/v1/participants', timber.key, { ...address, capabilities });
    const receive = { documentTypeId: 'invoice', direction: 'RECEIVE' };
    for (const [wrong, field] of [
      [{ documentTypeId: 'letter', direction: 'SEND' }, 'capabilities.1.documentTypeId'],
      [{ ...receive, processId: 'urn:x' }, 'capabilities.1.processId'],
    ] as const) {
      const { status, body } = await ask([receive, wrong]);
      assert.deepEqual([status, body.error.details[0].field], [400, field]);
    }
    const { body } = await ask([
      receive,
      { documentTypeId: 'invoice', direction: 'SEND', allowUnvalidated: true },
    ]);
    const [one, ...others] = body.capabilities;
    assert.deepEqual([one.direction, one.allowUnvalidated, others], ['BOTH', true, []]);
  });
  test('Only name, identifier and country can be changed; one never approved is withdrawn at once [PAR-12, PAR-14]', async () => {
    const path = await make('7300010000049');
    for (const change of [{ scheme: '0007' }, { value: '7300010000056' }, { companyId: timber.companyId }])
      assert.equal(
        (await pappel.call('PATCH', path, timber.key, change)).status,
        400,
        JSON.stringify(change),
      );
    const change = { name: 'Sawmill', identifier: 'sawmill', countryCode: 'NO' };
    const { body } = await pappel.call('PATCH', path, timber.key, change);
    assert.deepEqual([body.name, body.identifier, body.countryCode], ['Sawmill', 'sawmill', 'NO']);
    const gone = await pappel.call('DELETE', path, timber.key);
    assert.deepEqual([gone.status, gone.body.status], [200, 'DEACTIVATED']);
  });
  test('Suspending the account suspends it; resuming puts it back where it was [OPR-4]', async () => {
    const [sends, receives] = [await make('7300010000056', ['SEND']), await make('7300010000063')];
    for (const path of [sends, receives]) await approve(path);
    await becomes(receives, 'ACTIVE');
    await pappel.operate(`accounts/${timber.accountId}/suspend`);
    assert.deepEqual([await statusOf(sends), await statusOf(receives)], ['SUSPENDED', 'SUSPENDED']);
    await pappel.operate(`accounts/${timber.accountId}/resume`);
    assert.deepEqual([await statusOf(sends), await statusOf(receives)], ['READY', 'ACTIVE']);
  });
});
