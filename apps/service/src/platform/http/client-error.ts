import { randomUUID } from 'node:crypto';
import { maxHeaderSize, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { AppError, ERROR_CODES } from '../errors.ts';
import { packetOf } from './paced-reading.ts';

/** A connection with what Node keeps of it: the answer under way, and the bytes that could not be read. */
type Connection = Socket & { _httpMessage?: { headersSent: boolean } | null };
type ClientError = Error & { code?: string; rawPacket?: unknown };

/** What is not even a request is answered in the same envelope, and the connection is closed. */
export function answerClientError(error: ClientError, socket: Connection): void {
  const canAnswer = socket.writable && !socket._httpMessage?.headersSent;
  if (error.code === 'ECONNRESET' || !canAnswer) {
    socket.destroy();
    return;
  }
  socket.end(rawAnswer(whatIsWrong(error, packetOf(socket))), () => socket.destroy());
}

/** CONNECT asks for a tunnel, which nobody has here. */
export function refuseTunnel(socket: Socket): void {
  socket.on('error', () => undefined);
  socket.end(rawAnswer(new AppError('METHOD_NOT_ALLOWED')), () => socket.destroy());
}

function whatIsWrong({ code, rawPacket }: ClientError, packet: unknown = rawPacket): AppError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new AppError('REQUEST_TIMEOUT');
  if (code === 'HPE_HEADER_OVERFLOW') {
    // The request line is as long as all of the headers may be.
    const isUrl = Buffer.isBuffer(packet) && !packet.subarray(0, maxHeaderSize).includes('\n');
    return new AppError(isUrl ? 'URI_TOO_LONG' : 'HEADERS_TOO_LARGE');
  }
  return new AppError('VALIDATION_FAILED', {
    message: 'This is no HTTP request. Correct it and send it again.',
  });
}

function rawAnswer({ code, message }: AppError): string {
  const requestId = randomUUID();
  const status = ERROR_CODES[code][0];
  const body = JSON.stringify({ error: { code, message, requestId } });
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Cache-Control: no-store',
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
