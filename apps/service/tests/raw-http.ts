import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';

export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Sends these bytes to a server and reads what it answers until it closes, or until the answer is whole. */
export function sendRaw(url: string, bytes: string | Buffer): Promise<RawAnswer> {
  const { hostname, port, protocol } = new URL(url);
  const options = { host: hostname, port: Number(port), rejectUnauthorized: false };
  const socket = protocol === 'https:' ? connectTls(options) : connect(options);
  let text = '';
  return new Promise((resolve, reject) => {
    const settle = () => {
      const answer = readAnswer(text);
      if (answer) resolve(answer);
      else reject(new Error(`no answer: ${text.slice(0, 200)}`));
      socket.destroy();
    };
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (readAnswer(text)) settle();
    });
    socket.on('close', settle);
    socket.on('error', (error) => (text === '' ? reject(error) : settle()));
    socket.write(bytes);
  });
}

function readAnswer(text: string): RawAnswer | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [start = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  const body = text.slice(end + 4);
  if (body.length < Number(headers['content-length'] ?? 0)) return undefined;
  return { status: Number(start.slice(9, 12)), headers, body };
}
