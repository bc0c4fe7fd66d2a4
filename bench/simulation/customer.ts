import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reportType } from '@pappel/reporting/report';
import { call } from '../../scripts/demo-installation.ts';
import type { Sent } from './plan.ts';
import { RECEIVER, SENDER, type World } from './world.ts';

const INVOICE = readFileSync(
  join(import.meta.dirname, '../../packages/validation/tests/fixtures/invoice.xml'),
  'utf8',
);
const NOBODY = '0192:974760673';
const EMAIL = 'owner@example.org';
const PASSWORD = 'a long simulated passphrase';

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what the API answers is looked at field by field
  body: any;
}

/** A document as its sender knows it. */
export interface Submitted {
  key: string;
  what: Sent;
  /** When it was first asked for. */
  at: number;
  /** Known once we answered. */
  id?: string;
}

/** A customer of ours, who asks again under the same key when no answer came. */
export class Customer {
  readonly submitted: Submitted[] = [];
  readonly #world: World;
  #key = '';
  #session = '';

  constructor(world: World) {
    this.#world = world;
  }

  /** An account whose one address sends, and whose other one receives. */
  async begin(): Promise<void> {
    const { body } = await this.#mustCall('POST', '/v1/auth/signup', {
      account: { legalName: 'Simulated AB', countryCode: 'SE' },
      owner: { name: 'Owner', email: EMAIL, password: PASSWORD },
    });
    this.#session = body.token;
    this.#key = (await this.#mustCall('POST', '/v1/api-keys', { name: 'all' }, body.token)).body.key;
    const reports = (['TSR', 'EUSR'] as const).map((kind) => ({ ...reportType(kind), direction: 'RECEIVE' }));
    const invoices = { documentTypeId: 'invoice', direction: 'BOTH' };
    await this.#addAddress(body.company.id, SENDER, [invoices]);
    await this.#addAddress(body.company.id, RECEIVER, [invoices, ...reports]);
  }

  async addresses(): Promise<string[]> {
    const { body } = await this.#mustCall('GET', '/v1/participants', undefined, this.#key);
    return body.participants.map(({ status }: { status: string }) => status);
  }

  submit(what: Sent): Promise<void> {
    const submitted = { key: `document-${this.submitted.length}`, what, at: this.#world.now };
    this.submitted.push(submitted);
    return this.#ask(submitted);
  }

  /** Whatever got no answer is asked for again. */
  async askAgain(): Promise<void> {
    for (const one of this.submitted) if (one.id === undefined) await this.#ask(one);
  }

  /** Confirms the first so many of what waits. */
  async collect(share: number): Promise<void> {
    const path = '/v1/messages?direction=INBOUND&status=CUSTOMER_DELIVERY_QUEUED&limit=100';
    const answer = await this.#call('GET', path, undefined, this.#key);
    const waiting: { id: string }[] = answer?.body.messages ?? [];
    for (const { id } of waiting.slice(0, Math.ceil(waiting.length * share)))
      await this.#call('POST', `/v1/messages/${id}/ack`, undefined, this.#key);
  }

  async signIn(): Promise<void> {
    const answer = await this.#call('POST', '/v1/auth/login', { email: EMAIL, password: PASSWORD });
    if (answer?.status === 200) this.#session = answer.body.token;
  }

  async export(): Promise<void> {
    await this.#call('POST', '/v1/account/export', undefined, this.#session);
  }

  async #addAddress(companyId: string, address: string, capabilities: object[]): Promise<void> {
    const [scheme, value] = address.split(':');
    const body = { companyId, scheme, value, name: address, capabilities };
    await this.#mustCall('POST', '/v1/participants', body, this.#key);
  }

  async #ask(submitted: Submitted): Promise<void> {
    const { key, what } = submitted;
    const body = {
      sender: SENDER,
      receiver: what === 'unknown' ? NOBODY : RECEIVER,
      type: 'invoice',
      payload: what === 'wrong' ? INVOICE.replace(/(<cbc:PayableAmount[^>]*>)[^<]*/, '$1-1.00') : INVOICE,
      externalReference: key,
    };
    const answer = await this.#call('POST', '/v1/messages', body, this.#key, { 'idempotency-key': key });
    if (!answer) return;
    if (answer.status > 202)
      throw new Error(`A document was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    submitted.id = answer.body.id;
  }

  async #mustCall(method: 'GET' | 'POST', path: string, body?: object, token?: string): Promise<Answer> {
    const answer = await this.#call(method, path, body, token);
    if (!answer || answer.status >= 300)
      throw new Error(`${method} ${path} was answered ${answer?.status}: ${JSON.stringify(answer?.body)}`);
    return answer;
  }

  /** Undefined where the process died over it. */
  async #call(
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    token?: string,
    headers?: Record<string, string>,
  ): Promise<Answer | undefined> {
    const { mortal, base } = this.#world.life;
    const url = `http://127.0.0.1:${base.config.port}${path}`;
    const asked = call<Answer['body']>(method, url, token, body, headers);
    // What is torn with the process was answered by nobody.
    const answer = await Promise.race([asked.catch(() => mortal.death), mortal.death]);
    if (answer === 'died') return undefined;
    return answer;
  }
}
