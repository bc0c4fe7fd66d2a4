import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalPki, openLocalPki } from '@pappel/localnet/local-pki';
import { aliasToType } from '@pappel/peppol-ids/aliases';
import { parseParticipantId } from '@pappel/peppol-ids/participant-id';
import { readAnchors } from '@pappel/pki/anchors';
import { type KeyMaterial, readKeyMaterial } from '@pappel/pki/key-material';
import type { RevocationStatus } from '@pappel/pki/revocation';
import { Trust, type TrustedCertificate } from '@pappel/pki/trust';
import type { BuiltRequest, OutgoingMessage } from '../src/build-request.ts';
import { type As4Request, type ReceiveContext, type Received, receive } from '../src/receive.ts';

const type = aliasToType('invoice');
const c1 = parseParticipantId('0208:0848934496');
const c4 = parseParticipantId('0192:991825827');
assert.ok(type && c1 && c4);
export const CORNERS = { ...type, originalSender: c1, finalRecipient: c4 };
export const MESSAGE_ID = 'm-1@POP000001';

/** Two access points of one network, as most tests want them. */
export interface Exchange {
  pki: LocalPki;
  trust: Trust;
  /** POP000001, who sends. */
  c2: KeyMaterial;
  /** POP000002, who receives. */
  c3: KeyMaterial;
  keyOf(seat: string, validity?: { from?: Date; to?: Date }): Promise<KeyMaterial>;
  /** Trust in the same authorities, which say this about every certificate. */
  trustSaying(answer: RevocationStatus): Trust;
  trusted(key: KeyMaterial): Promise<TrustedCertificate>;
  outgoing(payload?: string | Uint8Array[], changes?: Partial<OutgoingMessage>): OutgoingMessage;
  receiver: ReceiveContext;
  /** The code of the refusal, or `received`. */
  codeOf(request: As4Request, context?: ReceiveContext): Promise<string>;
  received(request: As4Request, context?: ReceiveContext): Promise<Received>;
}

export const newDirectory = (): string => mkdtempSync(join(tmpdir(), 'pappel-as4-'));

export async function issue(
  pki: LocalPki,
  seat: string,
  validity: { from?: Date; to?: Date } = {},
): Promise<KeyMaterial> {
  const material = readKeyMaterial(await pki.issueAccessPoint(seat, validity));
  assert.ok('privateKey' in material);
  return material;
}

export async function openExchange(): Promise<Exchange> {
  const pki = await openLocalPki(newDirectory());
  const anchors = readAnchors(pki.anchorsPem, 'local');
  assert.ok('anchors' in anchors);
  const trust = new Trust(anchors.anchors);
  const [c2, c3] = await Promise.all([issue(pki, 'POP000001'), issue(pki, 'POP000002')]);
  const receiver: ReceiveContext = { keys: [c3], trust };
  const trusted = async (key: KeyMaterial): Promise<TrustedCertificate> => {
    const verdict = await trust.check(key.certificate, 'access-point');
    assert.ok(verdict.trusted);
    return verdict.certificate;
  };
  const receiverCertificate = await trusted(c3);
  return {
    pki,
    trust,
    trustSaying: (answer) => new Trust(anchors.anchors, undefined, { check: async () => answer }),
    c2,
    c3,
    keyOf: (seat, validity) => issue(pki, seat, validity),
    trusted,
    outgoing: (payload = '<sbd>é</sbd>', changes = {}) => ({
      endpointUrl: 'https://ap.example/as4',
      receiverCertificate,
      messageId: MESSAGE_ID,
      conversationId: 'conversation-1',
      timestamp: new Date('2026-11-21T10:15:31.123Z'),
      ...CORNERS,
      payload: typeof payload === 'string' ? [Buffer.from(payload)] : payload,
      ...changes,
    }),
    receiver,
    codeOf: async (request, context = receiver) => {
      const result = await receive(context, request);
      return result.kind === 'refused' ? result.error.code : 'received';
    },
    received: async (request, context = receiver) => {
      const result = await receive(context, request);
      assert.ok(result.kind === 'received', result.kind === 'refused' ? JSON.stringify(result.error) : '');
      return result;
    },
  };
}

/** The bytes of a built request, as the socket would carry them. */
export function wire(built: BuiltRequest): As4Request & { body: Buffer } {
  const body = Buffer.concat([...built.body()]);
  assert.equal(body.length, built.contentLength);
  return { contentType: built.contentType, body };
}

/** The same request with its text changed; bytes that are not text stay as they are. */
export function rewritten(
  { contentType, body }: { contentType: string; body: Uint8Array },
  change: (text: string) => string,
): As4Request {
  const text = Buffer.from(body).toString('latin1');
  const changed = change(text);
  assert.notEqual(changed, text, 'nothing was changed');
  return { contentType, body: Buffer.from(changed, 'latin1') };
}
