import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { overAll } from '../src/platform/db/roots.ts';
import type { PappelEvent } from '../src/platform/events/event.ts';
import { insertEvents } from '../src/platform/events/record.ts';
import { type Account, type Pappel, signUp, startPappel, TIMBER, until } from './harness.ts';
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

async function happen(count: number): Promise<void> {
  const event = () =>
    ({
      accountId: account.accountId,
      companyId: account.companyId,
      type: 'participant.active',
      data: { participantId: randomUUID(), address: TIMBER, status: 'ACTIVE' },
    }) as PappelEvent;
  await insertEvents(Array.from({ length: count }, event)).execute(overAll(pappel.service.base.db, 'job'));
}

const came = (count: number) =>
  until(
    async () => receiver.deliveries.length,
    (length) => length >= count,
  );

test('Deliveries that there was room for end without a look for more after each of them', async () => {
  let answered = 0;
  receiver.answer = (_, response) => setTimeout(() => response.writeHead(204).end(), 20 * answered++);
  looks = 0;
  await happen(15);
  await came(15);
  await until(
    async () => receiver.underWay,
    (underWay) => underWay === 0,
  );
  assert.ok(looks > 0 && looks <= 6, `${looks} looks`);
});
