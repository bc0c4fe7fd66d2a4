import { randomInt, randomUUID } from 'node:crypto';
import ssh2 from 'ssh2';
import SftpClient from 'ssh2-sftp-client';
import { freePorts } from '../../../scripts/free-ports.ts';
import {
  type Account,
  activeParticipant,
  FURNITURE,
  fixture,
  type Pappel,
  request,
  signUp,
  startPappel,
  TIMBER,
  until,
} from './harness.ts';

export interface Login {
  id: string;
  username: string;
  password: string;
}

export interface SftpWorld {
  pappel: Pappel;
  port: number;
  timber: Account;
  furniture: Account;
  timberId: string;
  /** Identifiers, as they stand in paths. */
  company: string;
  participant: string;
}

const invoice = fixture('invoice.xml');

/** An invoice that no other upload is equal to. */
export const newInvoice = (number: string = randomUUID()): string =>
  invoice.replace(/<cbc:ID>[^<]*<\/cbc:ID>/, `<cbc:ID>${number}</cbc:ID>`);

/** Two accounts that can send to each other, and SFTP on a port of its own. */
export async function startSftpWorld(extra: Record<string, string> = {}): Promise<SftpWorld> {
  const [port = 0] = await freePorts(1);
  const pappel = await startPappel({ SFTP_PORT: String(port), ...extra });
  const [timber, furniture] = [await signUp(pappel), await signUp(pappel, 'Fjord Furniture AS', 'NO')];
  const timberId = await activeParticipant(pappel, timber, TIMBER);
  await activeParticipant(pappel, furniture, FURNITURE);
  const company = await pappel.call('GET', `/v1/companies/${timber.companyId}`, timber.key);
  const participant = await pappel.call('GET', `/v1/participants/${timberId}`, timber.key);
  return {
    pappel,
    port,
    timber,
    furniture,
    timberId,
    company: company.body.identifier,
    participant: participant.body.identifier,
  };
}

export function operate(pappel: Pappel, method: string, path: string, body?: unknown) {
  return request(method, `${pappel.operator}/operator/v1/${path}`, pappel.service.base.operatorToken, body);
}

/** A login with a password; for the whole account where no company is named. */
export async function newLogin(
  pappel: Pappel,
  account: Account,
  companyId?: string,
  extra: Record<string, unknown> = {},
): Promise<Login> {
  const username = `erp-${randomInt(1e12).toString(36)}`;
  const { status, body } = await operate(pappel, 'POST', 'sftp/logins', {
    accountId: account.accountId,
    companyId,
    username,
    authMethod: 'PASSWORD',
    ...extra,
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return { id: body.login.id, username, password: body.password };
}

/** As in id_ecdsa.pub. Of Ed25519 keys ssh2 writes one in 256 a byte short, which nobody can read. */
export const newPublicKey = (): string => ssh2.utils.generateKeyPairSync('ecdsa', { bits: 256 }).public;

const quiet = { error: () => undefined, end: () => undefined, close: () => undefined };

/** A client that does not print what happens to its connection: what it is asked for says so itself. */
export const newSftpClient = (): SftpClient => new SftpClient('test', quiet);

/** A client that is signed in; ends by itself with `await using`. */
export async function connect(world: { port: number }, { username, password }: Login, localAddress?: string) {
  const client = newSftpClient();
  await client.connect({ host: '127.0.0.1', port: world.port, username, password, localAddress });
  // It waits for each answer before it writes on: with Nagle's algorithm each 32 KiB take 40 ms for an acknowledgement.
  (client as unknown as { client: { setNoDelay(noDelay: boolean): void } }).client.setNoDelay(true);
  return Object.assign(client, {
    [Symbol.asyncDispose]: async () => {
      await client.end().catch(() => undefined);
    },
  });
}

export type Client = Awaited<ReturnType<typeof connect>>;

/** The sidecar at this path, once it says what is waited for. */
export async function sidecar(client: Client, path: string, done = (_: { status: string }) => true) {
  return until(
    async () => {
      if (!(await client.exists(path))) return undefined;
      return JSON.parse(String(await client.get(path)));
    },
    (found) => found !== undefined && done(found),
  );
}

/** What the other side has got of this invoice number. */
export async function received(world: SftpWorld, number: string): Promise<number> {
  const { body } = await world.pappel.call(
    'GET',
    '/v1/messages?direction=INBOUND&limit=100',
    world.furniture.key,
  );
  return body.messages.filter((message: { documentNumber: string }) => message.documentNumber === number)
    .length;
}
