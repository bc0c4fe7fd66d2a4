import { createSocket, type Socket } from 'node:dgram';
import { createServer, type Server, type Socket as TcpSocket } from 'node:net';
import { type Answer, decode, encode, type Packet } from 'dns-packet';

/** Answers the NAPTR replacement URL of a name in the zone, or undefined; may throw, which becomes SERVFAIL. */
export type NaptrLookup = (name: string) => string | undefined;

export interface DnsServer {
  host: string;
  port: number;
  close(): Promise<void>;
}

const TTL_SECONDS = 5;
const RCODE = { noError: 0, serverFailure: 2, nameError: 3, refused: 5 };

/** A real authoritative DNS server for one zone, over UDP and TCP on the same port. Knows NAPTR and nothing else. */
export async function startDnsServer(
  zone: string,
  lookup: NaptrLookup,
  at: { host: string; port: number },
): Promise<DnsServer> {
  const answer = (query: Uint8Array): Uint8Array | undefined => respond(zone, lookup, query);
  const udp = createSocket('udp4');
  udp.on('message', (query, peer) => {
    const reply = answer(query);
    if (reply) udp.send(reply, peer.port, peer.address);
  });
  const port = await bindUdp(udp, at);
  const tcp = createServer((socket) => serveTcp(socket, answer));
  try {
    await listenTcp(tcp, port, at.host);
  } catch (error) {
    await new Promise<void>((resolve) => udp.close(() => resolve()));
    // The system chose a port that is free for UDP alone: another one may be free for both.
    if (at.port === 0 && (error as NodeJS.ErrnoException).code === 'EADDRINUSE')
      return startDnsServer(zone, lookup, at);
    throw error;
  }
  return { host: at.host, port, close: () => close(udp, tcp) };
}

function listenTcp(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}

function bindUdp(socket: Socket, at: { host: string; port: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(at.port, at.host, () => resolve(socket.address().port));
  });
}

/** Over TCP each message has its length before it [RFC 1035 4.2.2]. */
function serveTcp(socket: TcpSocket, answer: (query: Uint8Array) => Uint8Array | undefined): void {
  let received = Buffer.alloc(0);
  socket.setTimeout(5_000, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk as Buffer]);
    while (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) {
      const end = 2 + received.readUInt16BE(0);
      const reply = answer(received.subarray(2, end));
      received = received.subarray(end);
      if (!reply) continue;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(reply.length);
      socket.write(Buffer.concat([length, reply]));
    }
  });
}

function respond(zone: string, lookup: NaptrLookup, query: Uint8Array): Uint8Array | undefined {
  let packet: Packet;
  try {
    packet = decode(Buffer.from(query));
  } catch {
    return undefined;
  }
  const [question] = packet.questions ?? [];
  const name = question?.name.toLowerCase() ?? '';
  const { rcode, answers } = resolve(zone, lookup, name, question?.type);
  const AUTHORITATIVE = 1 << 10;
  return encode({
    type: 'response',
    id: packet.id,
    flags: AUTHORITATIVE | rcode,
    questions: packet.questions,
    answers,
  });
}

function resolve(
  zone: string,
  lookup: NaptrLookup,
  name: string,
  type: string | undefined,
): { rcode: number; answers: Answer[] } {
  if (name !== zone && !name.endsWith(`.${zone}`)) return { rcode: RCODE.refused, answers: [] };
  try {
    const url = lookup(name);
    if (url === undefined) return { rcode: RCODE.nameError, answers: [] };
    if (type !== 'NAPTR') return { rcode: RCODE.noError, answers: [] };
    const data = {
      order: 100,
      preference: 10,
      flags: 'U',
      services: 'Meta:SMP',
      regexp: `!.*!${url}!`,
      replacement: '.',
    };
    return { rcode: RCODE.noError, answers: [{ type: 'NAPTR', name, ttl: TTL_SECONDS, data }] };
  } catch {
    return { rcode: RCODE.serverFailure, answers: [] };
  }
}

async function close(udp: Socket, tcp: Server): Promise<void> {
  await new Promise<void>((resolve) => udp.close(() => resolve()));
  await new Promise<void>((resolve) => tcp.close(() => resolve()));
}
