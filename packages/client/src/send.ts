import { PappelError } from './error.ts';
import type { Http } from './http.ts';
import { Listing } from './listing.ts';
import type { Message, Participant } from './types.ts';

export interface Sending {
  /** Peppol addresses, scheme:value. */
  sender: string;
  receiver: string;
  /** A short alias such as `invoice`; or documentTypeId with processId. */
  type?: string;
  documentTypeId?: string;
  processId?: string;
  /** The document. Bytes go out as they are, whatever their encoding. */
  xml: string | Uint8Array;
  externalReference?: string;
  /** The same for the same document, also after a restart: it is then sent once. A new one each time when omitted. */
  idempotencyKey?: string;
  /** Of the sender, for documents above 1 MiB; looked up when omitted, which takes a key that may read. */
  companyId?: string;
  signal?: AbortSignal;
}

/** What stands within the request; more is uploaded. */
const INLINE_BYTES = 1_048_576;

/** Sends a document under a key, so that sending it again is safe. */
export async function sendDocument(http: Http, document: Sending): Promise<Message> {
  const { xml, idempotencyKey = crypto.randomUUID(), companyId, signal, ...about } = document;
  const bytes = typeof xml === 'string' ? new TextEncoder().encode(xml) : xml;
  const text = bytes.length > INLINE_BYTES ? undefined : textIn(xml);
  const payload =
    text === undefined
      ? {
          payloadObjectKey: await upload(http, bytes, companyId ?? (await companyOf(http, document)), signal),
        }
      : { payload: text };
  return http.json({
    method: 'POST',
    path: '/v1/messages',
    body: { ...about, ...payload },
    headers: { 'idempotency-key': idempotencyKey },
    signal,
    bytes: bytes.length,
  });
}

/** Undefined where bytes are no UTF-8, and would be others as text. */
function textIn(xml: string | Uint8Array): string | undefined {
  if (typeof xml === 'string') return xml;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(xml);
  } catch {
    return undefined;
  }
}

interface Place {
  payloadObjectKey: string;
  uploadUrl: string;
}

async function upload(
  http: Http,
  document: Uint8Array,
  companyId: string,
  signal?: AbortSignal,
): Promise<string> {
  const body = { companyId, bytes: document.length };
  // A place that nobody uses is swept.
  const placeOf = () =>
    http.json<Place>({ method: 'POST', path: '/v1/messages/uploads', body, isRepeatable: true, signal });
  const { payloadObjectKey } = await http.put(placeOf, document, signal);
  return payloadObjectKey;
}

async function companyOf(http: Http, { sender, signal }: Sending): Promise<string> {
  interface Page {
    participants: Participant[];
    nextCursor?: string;
  }
  const asked = { path: '/v1/participants', query: { q: sender, limit: 100 }, signal };
  const found = new Listing<Participant, Page>(http, asked, ({ participants }) => participants);
  for await (const { scheme, value, companyId } of found)
    if (`${scheme}:${value}` === sender) return companyId;
  throw new PappelError(
    'SENDER_NOT_ALLOWED',
    `No company in reach has the address ${sender}. Name its companyId.`,
  );
}
