import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  type Account,
  activeParticipant,
  FURNITURE,
  fixture,
  type Pappel,
  settled,
  signUp,
  startPappel,
  TIMBER,
} from './harness.ts';

let pappel: Pappel;
let timber: Account;
const invoice = fixture('invoice.xml');

async function send(payload: string): Promise<string> {
  const { body } = await pappel.call('POST', '/v1/messages', timber.key, {
    sender: TIMBER,
    receiver: FURNITURE,
    type: 'invoice',
    payload,
  });
  await settled(pappel, timber, body.id);
  return body.id;
}

before(async () => {
  pappel = await startPappel();
  timber = await signUp(pappel);
  await activeParticipant(pappel, timber, TIMBER);
});
after(() => pappel.stop());

describe('GET /v1/messages/{id}/view', () => {
  test('The view of a document is a page for people, in their language, with amounts as they stand [MSG-56]', async () => {
    const id = await send(invoice);
    const page = await pappel.call('GET', `/v1/messages/${id}/view?language=sv`, timber.key);
    assert.equal(page.status, 200);
    assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
    const policy = page.headers.get('content-security-policy') ?? '';
    assert.match(policy, /^default-src 'none'; style-src 'sha256-[^']+'; frame-ancestors 'self'; sandbox$/);
    assert.match(page.body, /<h1>Faktura INV-1<\/h1>/);
    const amount = /<cbc:PayableAmount currencyID="(\w+)">([\d.]+)</.exec(invoice);
    assert.ok(amount);
    assert.ok(page.body.includes(`${amount[2]} ${amount[1]}`));
    const german = await pappel.call('GET', `/v1/messages/${id}/view`, timber.key, undefined, {
      'accept-language': 'de-AT, en;q=0.5',
    });
    assert.match(german.body, /<h1>Rechnung INV-1<\/h1>/);
    const other = await pappel.call('GET', `/v1/messages/${id}/view?language=xx`, timber.key);
    assert.equal(other.body.error.code, 'VALIDATION_FAILED');
  });

  test('What others wrote is text on it, also in a document that is read in a thread', async () => {
    const note = `<cbc:Note>${'&lt;script&gt;alert(1)&lt;/script&gt;'.repeat(3000)}</cbc:Note>`;
    const id = await send(invoice.replace(/(<cbc:DocumentCurrencyCode>)/, `${note}$1`));
    const page = await pappel.call('GET', `/v1/messages/${id}/view`, timber.key);
    assert.equal(page.status, 200);
    assert.ok(page.body.length > 100_000);
    assert.ok(!page.body.includes('<script'));
    assert.ok(page.body.includes('&lt;script&gt;'));
  });
});
