import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { PappelError } from './error.ts';
import { unwrap } from './webhooks.ts';

const SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const OTHER = `whsec_${btoa('another secret of 32 bytes, more')}`;
const body = JSON.stringify({
  id: 'evt',
  type: 'document.received',
  data: { messageId: 'm', senderName: 'Å' },
});

/** As the library of Standard Webhooks signs. */
function headersOf(secret = SECRET, at = new Date(), signed = body): Record<string, string> {
  return {
    'webhook-id': 'evt',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('evt', at, signed),
  };
}
const notVerified = (error: unknown) => error instanceof PappelError && error.code === 'WEBHOOK_NOT_VERIFIED';
const refuses = (headers: Record<string, string>, what: string | Uint8Array = body, secret = SECRET) =>
  assert.rejects(unwrap(what, headers, secret), notVerified);

test('What the library of Standard Webhooks signs is taken, in whichever form headers and body come', async () => {
  const headers = headersOf();
  const event = await unwrap(body, headers, SECRET);
  assert.ok(event.type === 'document.received' && event.data.messageId === 'm');
  const forms = [new Headers(headers), { 'Webhook-Id': ['evt'], ...upper(headers) }];
  for (const form of forms) assert.deepEqual(await unwrap(body, form, SECRET), event);
  assert.deepEqual(await unwrap(new TextEncoder().encode(body), headers, SECRET), event);
  assert.deepEqual(await unwrap(body, headers, SECRET.slice('whsec_'.length)), event);
});

const upper = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));

test('One good signature among several is enough, and one good secret', async () => {
  const headers = headersOf();
  const wrong = headersOf(OTHER)['webhook-signature'];
  const several = { ...headers, 'webhook-signature': `v1a,x ${wrong} ${headers['webhook-signature']}` };
  await unwrap(body, several, SECRET);
  await unwrap(body, headers, [OTHER, SECRET]);
});

test('Another body, id, time or secret is refused, and so is what is old, from the future or unsigned', async () => {
  const headers = headersOf();
  await refuses(headers, `${body} `);
  await refuses({ ...headers, 'webhook-id': 'evt2' });
  await refuses({ ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 1) });
  await refuses(headers, body, OTHER);
  for (const minutes of [-6, 6]) await refuses(headersOf(SECRET, new Date(Date.now() + minutes * 60_000)));
  for (const name of Object.keys(headers)) await refuses({ ...headers, [name]: '' });
  await refuses({ ...headers, 'webhook-signature': 'v1,%%% v1,' });
  await refuses({ ...headers, 'webhook-timestamp': 'NaN' });
});

test('A verdict of ours is the one of the library, also of its own vector', async () => {
  const at = 1614265330;
  const headers = {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': String(at),
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  };
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const event: unknown = await unwrap('{"test": 2432232314}', headers, secret, { now: at * 1000 });
  assert.deepEqual(event, { test: 2432232314 });
});

test('What is no secret is a mistake of the program', async () => {
  await assert.rejects(unwrap(body, headersOf(), 'whsec_'), TypeError);
});
