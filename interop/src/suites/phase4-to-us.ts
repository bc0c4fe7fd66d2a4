import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readSbd } from '@pappel/sbdh/read';
import type { CaseBook } from '../case-book.ts';
import { envelope, INVOICE, OURS, SAMPLES, sha256, THEIRS } from '../documents.ts';
import type { OurAccessPoint, Tamper } from '../our-access-point.ts';
import type { Answer, Peer } from '../peer.ts';
import { TAMPERINGS } from '../tampering.ts';
import { PEER_SEAT } from '../world.ts';

const SUITE = 'phase4 sends to us';

interface Sending {
  payload?: Uint8Array;
  path?: string;
  key?: string;
  messageId?: string;
}

/** phase4's Peppol client against our endpoint. */
export async function phase4ToUs(book: CaseBook, phase4: Peer, us: OurAccessPoint): Promise<void> {
  const send = ({ payload, path = '/as4', key = 'peer', messageId = `${randomUUID()}@phase4` }: Sending) =>
    phase4.call(
      'send',
      {
        key,
        messageId,
        receiver: 'ours',
        url: us.url + path,
        seat: PEER_SEAT,
        sender: THEIRS,
        recipient: OURS,
        ...INVOICE,
      },
      payload ?? envelope(THEIRS, OURS, ''),
    );
  for (const { name, envelope: make } of SAMPLES) {
    await book.run(SUITE, `${name} arrives byte for byte, and it accepts our receipt`, async () => {
      const payload = make(THEIRS, OURS);
      const answer = await send({ payload });
      const { result } = us.last;
      assert.ok(result.kind === 'received');
      assert.equal(sha256(result.payload), sha256(payload));
      assert.ok(readSbd(result.payload).ok);
      assertAccepted(answer);
    });
  }
  await book.run(SUITE, 'a repeat of a message id arrives under the same id and gets a receipt', async () => {
    const repeat = { messageId: `${randomUUID()}@phase4`, payload: envelope(THEIRS, OURS, '') };
    assertAccepted(await send(repeat));
    const first = us.last.result;
    assertAccepted(await send(repeat));
    const second = us.last.result;
    assert.ok(first.kind === 'received' && second.kind === 'received');
    assert.deepEqual(
      [second.userMessage.messageId, second.userMessage.from, sha256(second.payload)],
      [repeat.messageId, PEER_SEAT, sha256(first.payload)],
    );
  });
  for (const key of ['expired', 'foreign', 'revoked']) {
    await book.run(SUITE, `a sender with ${key} certificate is refused, which it reads`, async () => {
      assertRefused(await send({ key }), 'EBMS:0101');
    });
  }
  await book.run(SUITE, 'a service we do not serve is refused, which it reads', async () => {
    assertRefused(await send({ path: '/nobody' }), 'EBMS:0004');
  });
  for (const { part, code, tamper } of TAMPERINGS) {
    await book.run(SUITE, `a tampered ${part} is refused, which it reads`, async () => {
      us.tamper = changing(tamper);
      assertRefused(await send({ path: '/tampered' }), code);
    });
  }
}

function changing(tamper: Tamper): Tamper {
  return (body) => {
    const changed = tamper(Buffer.from(body));
    assert.notDeepEqual(changed, body);
    return changed;
  };
}

function assertAccepted(answer: Answer): void {
  assert.deepEqual(
    [answer.of('result'), answer.of('receipt'), answer.of('signed'), answer.of('digests')],
    ['SUCCESS', 'true', 'true', 'equal'],
    answer.text,
  );
}

function assertRefused(answer: Answer, code: string): void {
  assert.deepEqual([answer.of('result'), answer.of('errors')], ['AS4_ERROR_MESSAGE_RECEIVED', code], answer.text);
}
