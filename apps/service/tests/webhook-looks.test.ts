import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Account, type Pappel, signUp, startPappel, until } from './harness.ts';
import { insertHappened } from './insert-happened.ts';
import { type Receiver, startReceiver } from './webhook-receiver.ts';

let pappel: Pappel;
let account: Account;
let receiver: Receiver;
let looks = 0;

before(async () => {
  pappel = await startPappel();
  account = await signUp(pappel);
  receiver = await startReceiver();
  const { status } = await pappel.call('POST', '/v1/webhooks', account.key, { url: receiver.url });
  assert.equal(status, 201);
  const concerns = (statement: string): boolean => {
    if (/from webhooks as w join webhook_deliveries/.test(statement)) looks++;
    return false;
  };
  pappel.service.base.database.watch({ concerns, onCommitted: () => undefined });
});
after(async () => {
  await pappel.stop();
  await receiver.close();
});

const came = (count: number) =>
  until(
    async () => receiver.deliveries.length,
    (length) => length >= count,
  );

test('Deliveries that there was room for end without a look for more after each of them', async () => {
  let answered = 0;
  receiver.answer = (_, response) => setTimeout(() => response.writeHead(204).end(), 20 * answered++);
  looks = 0;
  await insertHappened(pappel.service.base.db, account, 15);
  await came(15);
  await until(
    async () => receiver.underWay,
    (underWay) => underWay === 0,
  );
  assert.ok(looks > 0 && looks < 15, `${looks} looks`);
});
