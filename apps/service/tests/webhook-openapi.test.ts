import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Ajv } from 'ajv';
import { EVENT_TYPES } from '../src/platform/events/event.ts';
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
  until,
} from './harness.ts';
import { startReceiver } from './webhook-receiver.ts';

let pappel: Pappel;
let account: Account;
// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI description
let webhooks: Record<string, any>;
const ajv = new Ajv({ strict: false });

const fits = (schema: object, value: unknown): boolean => ajv.validate(schema, value);
const contentOf = (type: string) => webhooks[type].post.requestBody.content['application/json'];

before(async () => {
  pappel = await startPappel();
  account = await signUp(pappel);
  ({ webhooks } = (await pappel.call('GET', '/openapi.json')).body);
});
after(() => pappel.stop());

describe('webhooks in OpenAPI', () => {
  test('Every event is named, with an example that fits its schema [EVT-1]', () => {
    assert.deepEqual(Object.keys(webhooks), [...EVENT_TYPES]);
    for (const type of EVENT_TYPES) {
      const { schema, example } = contentOf(type);
      assert.ok(fits(schema, example), `${type}: ${ajv.errorsText()}`);
      assert.equal(example.type, type);
      assert.ok(Buffer.byteLength(JSON.stringify(example)) < 20_000);
    }
  });

  test('What is sent fits the schema, and has the fields of the example', async () => {
    const receiver = await startReceiver();
    const { body: hook } = await pappel.call('POST', '/v1/webhooks', account.key, { url: receiver.url });
    await activeParticipant(pappel, account, TIMBER);
    await activeParticipant(pappel, account, FURNITURE);
    for (const payload of [
      fixture('invoice.xml'),
      fixture('invoice.xml').replace(/<cbc:ID>.*?<\/cbc:ID>/, ''),
    ]) {
      const document = {
        sender: TIMBER,
        receiver: FURNITURE,
        type: 'invoice',
        externalReference: 'x',
        payload,
      };
      const { body } = await pappel.call('POST', '/v1/messages', account.key, document);
      await settled(pappel, account, body.id);
    }
    await pappel.call('POST', `/v1/webhooks/${hook.id}/test`, account.key);
    const wanted = ['webhook.test', 'document.received', 'document.validation_failed', 'participant.active'];
    await until(
      async () => new Set(receiver.deliveries.map(({ body }) => body.type)),
      (types) => wanted.every((type) => types.has(type)) && types.has('document.as4_accepted'),
    );
    for (const { body } of receiver.deliveries) {
      const { schema, example } = contentOf(body.type);
      assert.ok(fits(schema, body), `${body.type}: ${ajv.errorsText()}`);
      const without = body.type === 'webhook.test' ? { ...example, companyId: undefined } : example;
      assert.deepEqual(
        Object.keys(JSON.parse(JSON.stringify(without))).filter((field) => !(field in body)),
        [],
        body.type,
      );
      const own = Object.keys(body.data).filter((field) => !(field in example.data));
      assert.deepEqual(own, [], body.type);
    }
    await receiver.close();
  });
});
