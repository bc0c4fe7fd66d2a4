import type { ParticipantId } from '@pappel/peppol-ids/participant-id';
import { Agent } from 'undici';
import { call, type start, until } from '../../scripts/demo-installation.ts';
import { customerAddress } from './population.ts';

type Service = Awaited<ReturnType<typeof start>>;

/** An account of the service with an address that sends and receives, as a program of its owner uses it. */
export interface Customer {
  index: number;
  address: ParticipantId;
  companyId: string;
  key: string;
  api: string;
  /** Kept connections over which it sends, from an address of its own: the service bounds what comes from one. */
  agent: Agent;
  /** As many again over which it reads: its news do not wait behind what it has to send. */
  reader: Agent;
}

const CONNECTIONS = 48;

/** So many accounts, each with a webhook for everything. */
export async function openCustomers(
  service: Service,
  hooksUrl: string,
  count: number,
): Promise<readonly Customer[]> {
  const customers: Customer[] = [];
  for (let index = 0; index < count; index++) customers.push(await openCustomer(service, hooksUrl, index));
  return customers;
}

async function openCustomer(
  { api, operator, operatorToken }: Service,
  hooksUrl: string,
  index: number,
): Promise<Customer> {
  const signedUp = await call<{ token: string; company: { id: string } }>(
    'POST',
    `${api}/v1/auth/signup`,
    undefined,
    {
      account: { legalName: `Customer ${index}`, countryCode: 'SE' },
      owner: { email: `owner-${index}@example.org`, password: 'a long bench passphrase' },
    },
  );
  const { token, company } = signedUp.body;
  const { key } = (await call<{ key: string }>('POST', `${api}/v1/api-keys`, token, { name: 'load' })).body;
  const address = customerAddress(index);
  await openAddress({ api, operator, operatorToken, key }, company.id, address);
  await call('POST', `${api}/v1/webhooks`, key, { url: `${hooksUrl}/${index}` });
  const connect = { localAddress: `127.0.1.${index + 1}` };
  const newAgent = () => new Agent({ connections: CONNECTIONS, connect, headersTimeout: 60_000 });
  return { index, address, companyId: company.id, key, api, agent: newAgent(), reader: newAgent() };
}

type Door = Pick<Service, 'api' | 'operator' | 'operatorToken'> & { key: string };

async function openAddress(door: Door, companyId: string, address: ParticipantId): Promise<void> {
  const [scheme, value] = address.split(':');
  const { id } = (
    await call<{ id: string }>('POST', `${door.api}/v1/participants`, door.key, {
      companyId,
      scheme,
      value,
      name: address,
      countryCode: 'SE',
      capabilities: [{ documentTypeId: 'invoice', direction: 'BOTH' }],
    })
  ).body;
  await call('POST', `${door.operator}/operator/v1/participants/${id}/approve`, door.operatorToken, {});
  const { status } = await until(
    async () => (await call<{ status: string }>('GET', `${door.api}/v1/participants/${id}`, door.key)).body,
    (one) => one.status === 'ACTIVE',
  );
  if (status !== 'ACTIVE') throw new Error(`${address} is ${status}`);
}
