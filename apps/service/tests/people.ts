import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { type Account, PASSWORD, type Pappel, until } from './harness.ts';

export interface Person {
  id: string;
  email: string;
  session: string;
}

export type Failure = (method: string, path: string, token?: string, body?: unknown) => Promise<string>;

/** `status code` of an answer: `403 FORBIDDEN`, or just `200`. */
export function outcomes(pappel: Pappel): Failure {
  return async (method, path, token, body) => {
    const answer = await pappel.call(method, path, token, body);
    return [answer.status, answer.body?.error?.code].filter(Boolean).join(' ');
  };
}

export async function newCompany(pappel: Pappel, account: Account, name: string): Promise<string> {
  return (await pappel.call('POST', '/v1/companies', account.session, { name })).body.id;
}

/** A user with PASSWORD, signed in. */
export async function newPerson(
  pappel: Pappel,
  by: string,
  role: string,
  companyIds?: string[],
): Promise<Person> {
  const email = `${randomUUID()}@example.org`;
  const made = await pappel.call('POST', '/v1/users', by, {
    name: `A ${role}`,
    email,
    role,
    companyIds,
    password: PASSWORD,
  });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return { id: made.body.id, email, session: await signIn(pappel, email) };
}

export async function signIn(pappel: Pappel, email: string, password = PASSWORD): Promise<string> {
  const { body } = await pappel.call('POST', '/v1/auth/login', undefined, { email, password });
  return body.token;
}

export async function newKey(pappel: Pappel, by: string, body: object = {}): Promise<string> {
  return (await pappel.call('POST', '/v1/api-keys', by, { name: 'k', ...body })).body.key;
}

export interface Mailbox {
  url: string;
  /** Raw messages, as they came over the wire. */
  mails: { to: string; raw: string }[];
  /** Waits for the nth mail to this address. */
  mailTo(address: string, count?: number): Promise<string>;
  refuse: boolean;
  /** Between having a mail and saying so. */
  answerAfterMs: number;
  /** Addresses that the server does not have. */
  unknown: Set<string>;
  close(): Promise<void>;
}

/** A real SMTP server on loopback that keeps what it is given. */
export async function startMailbox(): Promise<Mailbox> {
  const mails: Mailbox['mails'] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      const isUnknown = mailbox.unknown.has(address);
      done(isUnknown ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (mailbox.refuse) return done(Object.assign(new Error('try later'), { responseCode: 451 }));
        const to = session.envelope.rcptTo[0]?.address ?? '';
        mails.push({ to, raw: Buffer.concat(chunks).toString() });
        setTimeout(done, mailbox.answerAfterMs);
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const mailbox: Mailbox = {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuse: false,
    answerAfterMs: 0,
    unknown: new Set(),
    mailTo: async (address, count = 1) => {
      const found = await until(
        async () => mails.filter((mail) => mail.to === address),
        (some) => some.length >= count,
        15_000,
      );
      const mail = found[count - 1];
      if (!mail) throw new Error(`${found.length} mails came to ${address}, not ${count}`);
      return mail.raw;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return mailbox;
}

/** The parts of a mail, decoded. */
export function partsOf(raw: string): { headers: string; text: string; html: string } {
  const [headers = ''] = raw.split('\r\n\r\n', 1);
  const boundary = /boundary="([^"]+)"/.exec(headers)?.[1] ?? '';
  const parts = raw.split(`--${boundary}`).slice(1, -1).map(decodePart);
  return { headers: headers.replace(/\r\n\s+/g, ' '), text: parts[0] ?? '', html: parts[1] ?? '' };
}

function decodePart(part: string): string {
  const cut = part.indexOf('\r\n\r\n');
  const [headers, body] = [part.slice(0, cut), part.slice(cut + 4)];
  if (/base64/i.test(headers)) return Buffer.from(body, 'base64').toString();
  if (!/quoted-printable/i.test(headers)) return body;
  const joined = body.replace(/=\r\n/g, '');
  return Buffer.from(
    joined.replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();
}

export function linkIn(raw: string): { url: URL; token: string } {
  const url = new URL(/https?:\S+#token=\S+/.exec(partsOf(raw).text)?.[0] ?? '');
  return { url, token: new URLSearchParams(url.hash.slice(1)).get('token') ?? '' };
}
