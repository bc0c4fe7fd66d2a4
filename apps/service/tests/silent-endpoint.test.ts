import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  type Account,
  activeParticipant,
  fixture,
  type Pappel,
  signUp,
  startPappel,
  TIMBER,
  until,
} from './harness.ts';

/** A receiver of the sandbox. */
const ACCEPTS = '0088:9520000000011';

let pappel: Pappel;
let account: Account;

before(async () => {
  pappel = await startPappel({ SANDBOX: 'true' });
  account = await signUp(pappel);
  await activeParticipant(pappel, account, TIMBER);
});
after(() => pappel.stop());

async function send(receiver: string) {
  const body = { sender: TIMBER, receiver, type: 'invoice', payload: fixture('invoice.xml') };
  const { id } = (await pappel.call('POST', '/v1/messages', account.key, body)).body;
  return until(
    async () => (await pappel.call('GET', `/v1/messages/${id}`, account.key)).body,
    ({ status }) => status === 'SEND_RETRY' || status === 'AS4_ACCEPTED',
  );
}

test('A document for an access point that owes many answers is put off and loses no attempt, others go [MSG-24]', async () => {
  assert.equal((await send(TIMBER)).status, 'AS4_ACCEPTED');
  const { rows } = await pappel.service.base.database.pool.query('select endpoint_url from message_attempts');
  const { endpointRoom } = pappel.service.features.outbound;
  const places = Array.from({ length: 6 }, () => endpointRoom.enter(rows[0].endpoint_url, 0));
  const putOff = await send(TIMBER);
  assert.deepEqual([putOff.status, putOff.lastErrorCode, putOff.attempts], ['SEND_RETRY', 'TIMEOUT', 0]);
  assert.equal((await send(ACCEPTS)).status, 'AS4_ACCEPTED');
  for (const place of places) place?.[Symbol.dispose]();
  assert.equal((await send(TIMBER)).status, 'AS4_ACCEPTED');
});
