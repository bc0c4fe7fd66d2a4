import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sweepPayloads } from '../src/outbound/sweep-job.ts';
import { overAll } from '../src/platform/db/roots.ts';
import { newId } from '../src/platform/ids.ts';
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
import { startS3 } from './s3-server.ts';

const invoice = fixture('invoice.xml');
/** Another document of the same length. */
const forged = invoice.replaceAll('Nordic', 'Forged');
const LATECOMER = '0192:974760673';

const BACKENDS = {
  'a directory': async () => ({ env: {}, close: async () => undefined }),
  S3: startS3,
} as const;

for (const [name, open] of Object.entries(BACKENDS)) {
  describe(`documents kept in ${name}`, () => {
    let backend: Awaited<ReturnType<typeof startS3>> | Awaited<ReturnType<(typeof BACKENDS)['a directory']>>;
    let pappel: Pappel;
    let timber: Account;
    let furniture: Account;

    before(async () => {
      backend = await open();
      pappel = await startPappel(backend.env);
      [timber, furniture] = [await signUp(pappel), await signUp(pappel, 'Fjord Furniture AS', 'NO')];
      await activeParticipant(pappel, timber, TIMBER);
      await activeParticipant(pappel, furniture, FURNITURE);
    });
    after(async () => {
      await pappel.stop();
      await backend.close();
    });

    const upload = async (document: string) => {
      const asked = { companyId: timber.companyId, bytes: Buffer.byteLength(document) };
      const { body } = await pappel.call('POST', '/v1/messages/uploads', timber.key, asked);
      return { key: body.payloadObjectKey as string, put: (text: string) => put(body.uploadUrl, text) };
    };
    const put = async (url: string, text: string) => {
      const headers = { 'content-type': 'application/xml' };
      return (await fetch(url, { method: 'PUT', body: text, headers })).status;
    };
    const submit = (changes: object) =>
      pappel.call('POST', '/v1/messages', timber.key, {
        sender: TIMBER,
        receiver: FURNITURE,
        type: 'invoice',
        ...changes,
      });
    const payloadOf = async (account: Account, id: string) =>
      (await pappel.call('GET', `/v1/messages/${id}/payload`, account.key)).body as string;

    test('A late PUT does not replace a document after it was submitted [MSG-9]', async () => {
      assert.equal(Buffer.byteLength(forged), Buffer.byteLength(invoice));
      const { key, put: send } = await upload(invoice);
      assert.ok((await send(invoice)) < 300);
      const { body: message } = await submit({ payloadObjectKey: key });
      await send(forged);
      const delivered = await settled(pappel, timber, message.id);
      assert.equal(delivered.status, 'AS4_ACCEPTED', delivered.lastErrorMessage);
      assert.equal(delivered.sha256, message.sha256);
      assert.equal(await payloadOf(timber, message.id), invoice);
      const { body } = await pappel.call('GET', '/v1/messages?direction=INBOUND&limit=1', furniture.key);
      assert.doesNotMatch(await payloadOf(furniture, body.messages[0].id), /Forged/);
      await send(invoice);
      assert.equal((await submit({ payloadObjectKey: key })).body.error.code, 'PAYLOAD_OBJECT_INVALID');
    });

    test('What is not what was submitted is never sent: SEND_FAILED with PAYLOAD_DAMAGED, and the operator is told [MSG-9]', async () => {
      const { payloads, metrics, db } = pappel.service.base;
      const { body: message } = await submit({ payload: invoice, receiver: LATECOMER });
      assert.equal((await settled(pappel, timber, message.id)).status, 'DISCOVERY_FAILED');
      await activeParticipant(pappel, furniture, LATECOMER);
      const key = `outbound/${message.id}`;
      await payloads.remove(key);
      assert.equal(await payloads.put(key, Buffer.from(forged)), true);
      const retried = async () => {
        assert.equal((await pappel.operate(`messages/${message.id}/retry`)).status, 200);
        const { status, lastErrorCode, lastErrorMessage } = await settled(pappel, timber, message.id);
        assert.match(lastErrorMessage, /Submit it again/);
        return [status, lastErrorCode];
      };
      assert.deepEqual(await retried(), ['SEND_FAILED', 'PAYLOAD_DAMAGED']);
      // The same where it was not judged yet, and where nothing is left of it.
      await overAll(db, 'job')
        .updateTable('messages')
        .set({ verdict: 'PENDING' })
        .where('id', '=', message.id)
        .execute();
      await payloads.remove(key);
      assert.deepEqual(await retried(), ['SEND_FAILED', 'PAYLOAD_DAMAGED']);
      assert.match(await metrics.registry.metrics(), /pappel_damaged_payloads_total 2/);
    });

    test('An upload lives 24 hours once it is filled, though its URL lives 15 minutes [LIM-12]', async () => {
      const { db } = pappel.service.base;
      const { key, put: send } = await upload(invoice);
      assert.ok((await send(invoice)) < 300);
      const hourAgo = new Date(Date.now() - 3_600_000);
      await overAll(db, 'job')
        .updateTable('uploads')
        .set({ expires_at: hourAgo })
        .where('object_key', '=', key)
        .execute();
      await sweepPayloads(pappel.service.base);
      assert.equal((await submit({ payloadObjectKey: key })).status, 202);
    });

    test('Of old payloads those go that no message has, under whatever key, and many are looked for at once [LIM-12]', async () => {
      const { db } = pappel.service.base;
      const sent = async () => {
        const { body } = await submit({ payload: invoice });
        await settled(pappel, timber, body.id);
        return body;
      };
      const [one, other] = [await sent(), await sent()];
      const elsewhere = `uploads/${newId()}`;
      await overAll(db, 'job')
        .updateTable('messages')
        .set({ payload_key: elsewhere })
        .where('id', '=', other.id)
        .execute();
      const left = Array.from({ length: 2_500 }, () => `uploads/${newId()}`);
      const old: Record<string, string[]> = {
        outbound: [`outbound/${one.id}`, `outbound/${other.id}`, `outbound/${one.id}.part`],
        uploads: [...left, elsewhere],
        inbound: [],
      };
      const removed: string[] = [];
      const payloads = {
        ...pappel.service.base.payloads,
        olderThan: async function* (prefix: string) {
          yield* old[prefix] ?? [];
        },
        remove: async (key: string) => {
          removed.push(key);
        },
      };
      let statements = 0;
      const counted = overAll(db, 'job').withPlugin({
        transformQuery: ({ node }) => {
          statements++;
          return node;
        },
        transformResult: async ({ result }) => result,
      }) as unknown as typeof db;
      await sweepPayloads({ db: counted, payloads });
      assert.deepEqual(removed, [`outbound/${other.id}`, `outbound/${one.id}.part`, ...left]);
      assert.ok(statements < 12, `${statements} statements`);
    });
  });
}
