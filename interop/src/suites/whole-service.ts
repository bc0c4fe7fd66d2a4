import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openLocalPki } from '@pappel/localnet/local-pki';
import { parseParticipantId } from '@pappel/peppol-ids/participant-id';
import { writeSbd } from '@pappel/sbdh/write';
import { startEmbeddedPostgres } from '../../../apps/service/src/platform/db/embedded-postgres.ts';
import {
  type Account,
  activeParticipant,
  FURNITURE,
  fixture,
  type Pappel,
  signUp,
  startPappel,
  TIMBER,
} from '../../../apps/service/tests/harness.ts';
import { phase4Peer } from '../access-point-peer.ts';
import type { CaseBook } from '../case-book.ts';
import { INVOICE } from '../documents.ts';
import type { Answer, Peer } from '../peer.ts';
import { layStores, PEER_SEAT, sendersToRefuse } from '../world.ts';

const SUITE = 'The whole service';
const STRANGER = '0192:974760673';
const DOCUMENT = Buffer.from(fixture('invoice.xml'));

/** An installation of Pappel with its database, SMP and local network, and phase4 and peppol-commons in front of it. */
export async function wholeService(
  book: CaseBook,
  scratch: string,
  startPhase4: (stores: string) => Promise<Peer>,
): Promise<void> {
  const postgresDir = join(scratch, 'postgres');
  rmSync(postgresDir, { recursive: true, force: true });
  mkdirSync(postgresDir, { recursive: true });
  const postgres = await startEmbeddedPostgres(postgresDir, () => undefined);
  process.env['TEST_DATABASE_URL'] = postgres.url;
  const pappel = await startPappel();
  const stores = join(scratch, 'service-stores');
  await storesOf(pappel, stores, join(scratch, 'service-foreign'));
  const account = await signUp(pappel, 'Fjord Furniture AS', 'NO');
  await activeParticipant(pappel, account, FURNITURE);
  const peer = await startPhase4(stores);
  await cases(book, pappel, account, peer);
  peer.stop();
  await pappel.stop();
  await postgres.stop();
}

async function storesOf(pappel: Pappel, stores: string, foreignDir: string): Promise<void> {
  const { config, identity } = pappel.service.base;
  const pki = await openLocalPki(config.localnetDir);
  const { privateKey, certificate } = identity.accessPoint;
  const keyPem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  layStores(stores, pki, {
    ...(await sendersToRefuse(pki, foreignDir)),
    ours: { keyPem, certificatePem: certificate.pem },
    peer: await pki.issueAccessPoint(PEER_SEAT),
  });
}

function envelope(receiver: string): Uint8Array {
  const [from, to] = [parseParticipantId(TIMBER), parseParticipantId(receiver)];
  assert.ok(from && to);
  const ids = { sender: from, receiver: to, ...INVOICE, instanceIdentifier: randomUUID() };
  return Buffer.concat(writeSbd({ ...ids, creationDateTime: new Date(), countryC1: 'SE' }, DOCUMENT));
}

async function cases(book: CaseBook, pappel: Pappel, account: Account, peer: Peer): Promise<void> {
  const phase4 = phase4Peer(peer);
  const { as4PublicUrl, smpPublicUrl } = pappel.service.base.config;
  const send = (sending: {
    receiver?: string;
    key?: string;
    messageId?: string;
    payload?: Uint8Array;
  }): Promise<Answer> => {
    const { receiver = FURNITURE, key = 'peer', messageId = `${randomUUID()}@phase4` } = sending;
    const ids = { sender: TIMBER, recipient: receiver, ...INVOICE };
    const to = { receiver: 'ours', url: as4PublicUrl, seat: PEER_SEAT };
    return peer.call('send', { key, messageId, ...ids, ...to }, sending.payload ?? envelope(receiver));
  };
  const inbound = async (): Promise<{ id: string; status: string }[]> =>
    (await pappel.call('GET', '/v1/messages?direction=INBOUND&limit=50', account.key)).body.messages;
  await book.run(
    SUITE,
    'what phase4 sends is there to collect, byte for byte from <Invoice to its end',
    async () => {
      phase4.assertAccepted(await send({}));
      const [message] = await inbound();
      assert.ok(message);
      const { body } = await pappel.call('GET', `/v1/messages/${message.id}/payload`, account.key);
      assert.equal(
        body,
        DOCUMENT.toString()
          .replace(/^<\?xml[^>]*>/, '')
          .trim(),
      );
    },
  );
  await book.run(SUITE, 'a repeat of phase4 gets a receipt and makes no second message', async () => {
    const repeat = { messageId: `${randomUUID()}@phase4`, payload: envelope(FURNITURE) };
    phase4.assertAccepted(await send(repeat));
    const before = (await inbound()).length;
    phase4.assertAccepted(await send(repeat));
    assert.equal((await inbound()).length, before);
  });
  await book.run(SUITE, 'phase4 reads that a participant is not served', async () => {
    phase4.assertRefused(await send({ receiver: STRANGER }), 'EBMS:0004');
  });
  for (const key of ['expired', 'foreign', 'revoked']) {
    await book.run(SUITE, `phase4 with ${key} certificate is refused, and nothing is kept`, async () => {
      const before = (await inbound()).length;
      phase4.assertRefused(await send({ key }), 'EBMS:0101');
      assert.equal((await inbound()).length, before);
    });
  }
  const ask = { smp: `${smpPublicUrl}/`, participant: FURNITURE, ...INVOICE };
  await book.run(SUITE, 'peppol-commons reads the service group of our SMP', async () => {
    const { text } = await peer.call('smp-group', ask);
    assert.ok(text.split('\n').includes(INVOICE.documentTypeId), text);
  });
  await book.run(SUITE, 'peppol-commons reads the endpoint in its signed metadata', async () => {
    const seen = await peer.call('smp-metadata', ask);
    assert.equal(seen.of('url'), as4PublicUrl);
    assert.match(
      seen.of('certificate'),
      new RegExp(`CN=${pappel.service.base.identity.accessPoint.certificate.seatId}`),
    );
  });
}
