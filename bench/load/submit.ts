import { request } from 'undici';
import { now } from './clock.ts';
import type { Customer } from './customers.ts';
import { writeInvoice } from './documents.ts';
import type { Receiver } from './population.ts';
import type { Answer, Outbound, Tally } from './tally.ts';

/** A customer's program gives up after so long. */
const PATIENCE_MS = 60_000;
/** What fits into a request with its escapes; larger ones are uploaded before. */
export const LARGEST_IN_REQUEST = 900_000;

/** Sends one document of a customer; never throws. */
export async function submit(
  tally: Tally,
  customer: Customer,
  receiver: Receiver,
  one: Pick<Outbound, 'number' | 'bytes' | 'due'>,
): Promise<Outbound> {
  const { number, bytes } = one;
  const document: Outbound = { ...one, account: customer.index, manner: receiver.manner };
  tally.outbound.set(number, document);
  const payload = writeInvoice({
    number,
    sender: customer.address,
    receiver: receiver.participant,
    bytes,
  });
  document.answer = await send(customer, receiver, payload).catch((): Answer => 'no answer');
  document.answeredAt = now();
  return document;
}

async function send(customer: Customer, receiver: Receiver, payload: string): Promise<Answer> {
  const letter = { sender: customer.address, receiver: receiver.participant, type: 'invoice' };
  if (payload.length <= LARGEST_IN_REQUEST)
    return (await post(customer, '/v1/messages', { ...letter, payload })).status;
  const { companyId } = customer;
  const upload = await post<{ payloadObjectKey: string; uploadUrl: string }>(
    customer,
    '/v1/messages/uploads',
    { companyId, bytes: Buffer.byteLength(payload) },
  );
  if (upload.status !== 201 || !upload.body) return upload.status;
  const { payloadObjectKey, uploadUrl } = upload.body;
  const put = await request(uploadUrl, {
    method: 'PUT',
    dispatcher: customer.agent,
    body: payload,
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  await put.body.dump();
  if (put.statusCode !== 204) return put.statusCode;
  return (await post(customer, '/v1/messages', { ...letter, payloadObjectKey })).status;
}

async function post<Body>(
  { api, key, agent }: Customer,
  path: string,
  body: object,
): Promise<{ status: number; body: Body | undefined }> {
  const answer = await request(`${api}${path}`, {
    method: 'POST',
    dispatcher: agent,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const { statusCode: status } = answer;
  if (status < 300) return { status, body: (await answer.body.json()) as Body };
  await answer.body.dump();
  return { status, body: undefined };
}
