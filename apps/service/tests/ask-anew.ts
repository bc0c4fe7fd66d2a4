import { request } from 'node:http';
import type { Answer } from './harness.ts';

/** A request over a connection of its own, which Node deals to the next process. */
export function askAnew(method: string, url: string, token?: string, body?: unknown): Promise<Answer> {
  const headers = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers, agent: false }, async (answer) => {
      let text = '';
      for await (const chunk of answer.setEncoding('utf8')) text += chunk;
      const isJson = answer.headers['content-type']?.includes('json');
      resolve({
        status: answer.statusCode ?? 0,
        body: isJson ? JSON.parse(text) : text,
        headers: new Headers(answer.headers as Record<string, string>),
      });
    });
    asked.once('error', reject);
    asked.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
