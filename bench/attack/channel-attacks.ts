import { randomBytes } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { openLocalPki } from '@pappel/localnet/local-pki';
import { type Attack, attack } from './attack.ts';
import { type Installation, keyOf } from './installation.ts';
import { as4Body, INVOICE, message, send, sendInvoice, withKey } from './senders.ts';

const MIB = 1_048_576;

async function serverThat(answers: RequestListener): Promise<string> {
  const server = createServer({ maxHeaderSize: MIB }, answers);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const post = (target: Installation, path: string, body: unknown): Promise<string> =>
  send(target, `${target.api}${path}`, { body: JSON.stringify(body), headers: withKey(target) });

/** Ten documents come, and the customer's server answers like this. */
const webhookAttack = (name: string, answers: RequestListener): Attack =>
  attack(`webhook-${name}`, async (target) => {
    let asked = 0;
    const url = await serverThat((request, response) => {
      asked++;
      request.resume();
      response.on('error', () => undefined);
      answers(request, response);
    });
    const made = await post(target, '/v1/webhooks', { url: `${url}/hook` });
    if (made !== '201') throw new Error(`The endpoint was not made: ${made}`);
    return {
      bytes: 0,
      strike: async () => {
        await Promise.all(Array.from({ length: 10 }, () => sendInvoice(target)));
        await sleep(5_000);
        if (asked === 0) throw new Error('Nothing was delivered');
        return `${asked} deliveries`;
      },
    };
  });

const WEBHOOK_ATTACKS: Attack[] = [
  webhookAttack('endless', (_request, response) => {
    response.writeHead(200);
    const write = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536, 'a')));
      response.once('drain', write);
    };
    write();
  }),
  webhookAttack('silent', () => undefined),
  webhookAttack('gzip', (_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(100 * MIB)));
  }),
  webhookAttack('headers', (_request, response) => {
    for (let i = 0; i < 1_000; i++) response.setHeader(`x-${i}`, 'a'.repeat(500));
    response.end();
  }),
  webhookAttack('redirect', ({ headers }, response) => {
    response.writeHead(308, { location: `http://${headers.host}/again` }).end();
  }),
];

/** What the authority of a certificate says when it is asked whether it was revoked. */
const revocationAttack = (name: string, answers: RequestListener): Attack =>
  attack(`revocation-${name}`, async (target) => {
    const revocationUrl = await serverThat(answers);
    const pki = await openLocalPki(target.networkDir, { revocationUrl });
    const attacker = keyOf(await pki.issueAccessPoint('POP666665'));
    const { contentType, body } = await as4Body({ ...target, attacker }, message(target, INVOICE));
    return { bytes: body.length, strike: () => send(target, target.as4Url, { contentType, body }) };
  });

/** As many elements as fit: a list that decodes into half a million objects. */
const LIST = ((): Buffer => {
  const content = Buffer.alloc(MIB - 64, Buffer.from([0x30, 0x02, 0x05, 0x00]));
  const header = (bytes: number): Buffer => {
    const head = Buffer.from([0x30, 0x83, 0, 0, 0]);
    head.writeUIntBE(bytes, 2, 3);
    return head;
  };
  return Buffer.concat([header(content.length + 5), header(content.length), content]);
})();

const REVOCATION_ATTACKS: Attack[] = [
  revocationAttack('list', ({ url }, response) => {
    response.writeHead(url?.endsWith('.crl') ? 200 : 404).end(LIST);
  }),
  revocationAttack('ocsp', (_request, response) => response.end(LIST.subarray(0, 32_768))),
  revocationAttack('endless', (_request, response) => {
    const write = (): void => {
      while (!response.destroyed && response.write(randomBytes(65_536)));
      response.once('drain', write);
    };
    write();
  }),
];

/** Everybody else that we call, or that calls us, beside the API and the network. */
export const CHANNEL_ATTACKS: Attack[] = [
  ...WEBHOOK_ATTACKS,
  ...REVOCATION_ATTACKS,
  attack('oidc-metadata', async (target) => ({
    bytes: 300_000,
    strike: async () => {
      const tokens = Array.from({ length: 20 }, () => post(target, '/v1/auth/oidc', { idToken: 'a.b.c' }));
      return `${(await Promise.all(tokens))[0]}`;
    },
  })),
];
