import type { paths } from './contract.gen.ts';
import { Events } from './events.ts';
import { Http, type PappelOptions, textOf } from './http.ts';
import { Inbox } from './inbox.ts';
import { Messages } from './messages.ts';
import {
  type AnswerOf,
  fillPath,
  type LooseOptions,
  type Method,
  type PathOf,
  type RequestRest,
} from './request.ts';
import { unwrap } from './webhooks.ts';

/**
 * The API of a Pappel service. What failed is repeated where that is safe: what only reads, and what has an
 * Idempotency-Key. Whatever fails for good is a PappelError.
 */
export class Pappel {
  readonly messages: Messages;
  readonly inbox: Inbox;
  readonly events: Events;
  readonly webhooks = { unwrap };
  readonly #http: Http;

  constructor(options: PappelOptions) {
    this.#http = new Http(options);
    this.messages = new Messages(this.#http);
    this.inbox = new Inbox(this.messages);
    this.events = new Events(this.#http);
  }

  /**
   * Any operation of the API, by its method and its path as `/openapi.json` writes it, with what it takes and answers
   * known to the compiler: `request('PATCH', '/v1/companies/{id}', { path: { id }, body: { name } })`.
   */
  async request<M extends Method, P extends PathOf<M> & keyof paths>(
    method: M,
    path: P,
    ...rest: RequestRest<M, P>
  ): Promise<AnswerOf<M, P>> {
    const { path: values, headers: given = {}, ...others } = (rest[0] ?? {}) as LooseOptions;
    const headers = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const answer = await this.#http.send({ method, path: fillPath(path, values), headers, ...others });
    if (answer.status === 204 || answer.bytes.length === 0) return undefined as AnswerOf<M, P>;
    const text = textOf(answer.bytes);
    const isJson = answer.headers.get('content-type')?.includes('json');
    return (isJson ? JSON.parse(text) : text) as AnswerOf<M, P>;
  }
}
