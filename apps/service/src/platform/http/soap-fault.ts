import type { FastifyReply } from 'fastify';
import type { AppError, ErrorCode } from '../errors.ts';

/** What the sender must change before it sends again; anything else passes. */
const OF_THE_SENDER = new Set<ErrorCode>(['VALIDATION_FAILED', 'PAYLOAD_TOO_LARGE']);

/** A refusal below AS4: the status says when to try again, the fault whose turn it is [SOAP 1.2 5.4]. */
export function writeFault(reply: FastifyReply, { code, message }: AppError, requestId: string): void {
  const side = OF_THE_SENDER.has(code) ? 'Sender' : 'Receiver';
  reply
    .type('application/soap+xml; charset=utf-8')
    .send(
      `<env:Envelope xmlns:env="http://www.w3.org/2003/05/soap-envelope"><env:Body><env:Fault><env:Code><env:Value>env:${side}</env:Value></env:Code><env:Reason><env:Text xml:lang="en">${code}: ${escaped(message)} (request ${requestId})</env:Text></env:Reason></env:Fault></env:Body></env:Envelope>`,
    );
}

const escaped = (text: string): string => text.replace(/[<>&]/g, (char) => `&#${char.charCodeAt(0)};`);
