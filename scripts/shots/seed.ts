import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { call, ROOT, type start, until } from '../demo-installation.ts';
import { failingDelivery, furnish, PASSWORD } from './seed-house.ts';

type Installation = Awaited<ReturnType<typeof start>>;

const INVOICE = readFileSync(join(ROOT, 'packages/validation/tests/fixtures/invoice.xml'), 'utf8');

interface Made {
  id: string;
  status: string;
}
interface SignedUp {
  token: string;
  account: { id: string };
  company: { id: string };
}

/** What the pictures show, by the words that stand for its ids, and the servers that are called while they are taken. */
export interface Seeded {
  ids: Record<string, string>;
  operatorSession: string;
  endpoints: Server[];
}

/** Two companies that exchange, one document of each kind, their house, and an account that has nothing. */
export async function seed(installation: Installation): Promise<Seeded> {
  const { api, operator, operatorToken } = installation;
  const v1 = async <Answer>(method: string, path: string, token?: string, body?: unknown) =>
    (await call<Answer>(method, `${api}/v1${path}`, token, body)).body;
  const account = (legalName: string, countryCode: string, name: string, email: string) =>
    v1<SignedUp>('POST', '/auth/signup', undefined, {
      account: { legalName, countryCode },
      owner: { name, email, password: PASSWORD },
    });
  const house = await account('Fjordbok AS', 'NO', 'Ingrid Solheim', 'ingrid@fjordbok.example');
  await account('Nybygg AB', 'SE', 'Sanna Lind', 'sanna@nybygg.example');
  const almvik = await v1<{ id: string }>('POST', '/companies', house.token, {
    name: 'Almvik Bygg AB',
    countryCode: 'SE',
    registrationNumber: '556732-1707',
  });
  const { token } = house;
  const endpoints = await furnish(installation, { token, accountId: house.account.id, branch: almvik.id });
  const register = (companyId: string, scheme: string, value: string, name: string, countryCode?: string) =>
    v1<Made>('POST', '/participants', house.token, {
      companyId,
      scheme,
      value,
      name,
      countryCode,
      capabilities: ['invoice', 'credit-note', 'order'].map((documentTypeId) => ({
        documentTypeId,
        direction: 'BOTH',
      })),
    });
  const address = await register(almvik.id, '0007', '5567321707', 'Almvik Bygg AB');
  const other = await register(house.company.id, '0192', '991825827', 'Fjordbok AS');
  for (const { id } of [address, other]) {
    await call('POST', `${operator}/operator/v1/participants/${id}/approve`, operatorToken, {});
    await until(
      () => v1<Made>('GET', `/participants/${id}`, house.token),
      ({ status }) => status === 'ACTIVE',
    );
  }
  const pending = await register(almvik.id, '0088', '7300010000001', 'Almvik Bygg, depot', 'SE');
  await v1('POST', '/api-keys', house.token, { name: 'Fjordbok ERP', permissions: ['read', 'send'] });
  const ids = {
    ...(await exchange(v1, house.token)),
    address: address.id,
    pending: pending.id,
    company: almvik.id,
    delivery: await failingDelivery(installation, house.token),
    account: house.account.id,
  };
  return { ids, operatorSession: await firstOperator(installation), endpoints };
}

/** A session of somebody who runs the installation; the shared token opens nothing else from then on. */
async function firstOperator({ operator, operatorToken }: Installation): Promise<string> {
  const { body } = await call<{ token: string }>(
    'POST',
    `${operator}/operator/v1/auth/first`,
    operatorToken,
    { name: 'Maja Ek', email: 'maja@pappel.example', password: PASSWORD },
  );
  return body.token;
}

type Call = <Answer>(method: string, path: string, token?: string, body?: unknown) => Promise<Answer>;

/** Delivered, rejected, not reachable, received and collected: a document of each. */
async function exchange(v1: Call, token: string): Promise<Record<string, string>> {
  const submit = (payload: string, receiver = '0192:991825827') =>
    v1<Made>('POST', '/messages', token, {
      sender: '0007:5567321707',
      receiver,
      type: 'invoice',
      payload,
    });
  const settled = ({ id }: Made) =>
    until(
      () => v1<Made>('GET', `/messages/${id}`, token),
      ({ status }) => !['QUEUED_VALIDATION', 'QUEUED', 'SENDING'].includes(status),
    );
  const numbered = (number: string) =>
    INVOICE.replace(/<cbc:ID>[^<]*<\/cbc:ID>/, `<cbc:ID>${number}</cbc:ID>`);
  const broken = numbered('SE-2026-4712').replace(
    />[\d.]+<\/cbc:TaxInclusiveAmount>/,
    '>1.00</cbc:TaxInclusiveAmount>',
  );
  const rejected = await settled(await submit(broken));
  const stuck = await settled(await submit(numbered('SE-2026-4713'), '0192:999999999'));
  let delivered = rejected;
  for (const number of ['SE-2026-4709', 'SE-2026-4710', 'SE-2026-4711'])
    delivered = await settled(await submit(numbered(number)));
  const { messages } = await until(
    () => v1<{ messages: Made[] }>('GET', '/messages?direction=INBOUND', token),
    (page) => page.messages.length >= 3,
  );
  const [received, collected] = messages;
  await v1('POST', `/messages/${collected?.id}/ack`, token);
  return {
    delivered: delivered.id,
    stuck: stuck.id,
    rejected: rejected.id,
    received: received?.id ?? '',
    receiver: '0192:991825827',
  };
}
