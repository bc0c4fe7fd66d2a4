import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  activeParticipant,
  FURNITURE,
  fixture,
  newEnvironment,
  settled,
  signUp,
  TIMBER,
  until,
} from '../../apps/service/tests/harness.ts';
import { invoiceOf } from '../../apps/service/tests/large-invoice.ts';
import { joining, Killable } from './killable.ts';

const DOCUMENT = 41_943_040;
const MB = 1_048_576;
/** Document, compressed, encrypted, request: some copies at once are right, one for each step is not. */
const COPIES = 8;

const statusOf = (pid: number, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) *
  1024;
/** Forgets the peak so far. */
const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');

const noProc = existsSync('/proc/self/clear_refs') ? false : 'needs the /proc of Linux to see the peak';

test('A document of 40 MiB needs no more than a few copies of itself, on either side', {
  skip: noProc,
}, async () => {
  const receiverEnv = await newEnvironment();
  const receiver = new Killable(receiverEnv);
  await receiver.start();
  const sender = new Killable(await newEnvironment(joining({ dataDir: receiverEnv['DATA_DIR'] ?? '' })));
  await sender.start();
  const [first, second] = [receiver.asPappel(), sender.asPappel()];
  try {
    const furniture = await signUp(first, 'Fjord Furniture AS', 'NO');
    await activeParticipant(first, furniture, FURNITURE);
    const timber = await signUp(second);
    await activeParticipant(second, timber, TIMBER);
    const send = async (content: object): Promise<void> => {
      const message = { sender: TIMBER, receiver: FURNITURE, type: 'invoice', ...content };
      const { body } = await second.call('POST', '/v1/messages', timber.key, message);
      const { status, lastErrorMessage } = await settled(second, timber, body.id, 180_000);
      assert.equal(status, 'AS4_ACCEPTED', lastErrorMessage);
    };
    await send({ payload: fixture('invoice.xml') });
    await sleep(1_000);

    const sides = Object.entries({ sender, receiver }).map(([name, { pid }]) => {
      forgetPeak(pid);
      return { name, pid, idle: statusOf(pid, 'VmRSS') };
    });
    const upload = await second.call('POST', '/v1/messages/uploads', timber.key, {
      companyId: timber.companyId,
      bytes: DOCUMENT,
    });
    const put = await fetch(upload.body.uploadUrl, {
      method: 'PUT',
      body: new Uint8Array(invoiceOf(DOCUMENT)),
      headers: { 'content-type': 'application/xml' },
    });
    assert.equal(put.status, 204);
    await send({ payloadObjectKey: upload.body.payloadObjectKey });
    const waiting = await until(
      () => first.call('GET', '/v1/messages?direction=INBOUND&limit=1', furniture.key),
      ({ body }) => body.messages[0].bytes > DOCUMENT * 0.99,
      180_000,
    );
    const [{ id }] = waiting.body.messages;
    const payload = await first.call('GET', `/v1/messages/${id}/payload`, furniture.key);
    assert.equal(Buffer.byteLength(payload.body), waiting.body.messages[0].bytes);

    for (const { name, pid, idle } of sides) {
      const peak = statusOf(pid, 'VmHWM');
      const copies = (peak - idle) / DOCUMENT;
      console.log(
        `${name.padEnd(8)} idle ${Math.round(idle / MB)} MB, peak ${Math.round(peak / MB)} MB: ${copies.toFixed(1)} times the document more`,
      );
      assert.ok(copies < COPIES, `${name}: ${copies.toFixed(1)} copies`);
    }
  } finally {
    await sender.stop();
    await receiver.stop();
  }
});
