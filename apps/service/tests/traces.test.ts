import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { registerHooks } from 'node:module';
import { after, before, describe, test } from 'node:test';
import { pino } from 'pino';
import { Counter, Registry } from 'prom-client';
import { Killable } from '../../../localnet/tests/killable.ts';
import { beginSpan } from '../src/platform/tracing/spans.ts';
import type { TracingSettings } from '../src/platform/tracing/tracing-settings.ts';
import {
  type Account,
  activeParticipant,
  FURNITURE,
  fixture,
  newEnvironment,
  type Pappel,
  settled,
  signUp,
  startPappel,
  TIMBER,
  until,
} from './harness.ts';
import { type CollectedSpan, type Collector, startCollector } from './otlp-collector.ts';
import { type Receiver, startReceiver } from './webhook-receiver.ts';

const loaded: string[] = [];
registerHooks({
  load: (url, context, nextLoad) => {
    if (/@opentelemetry\/(sdk|exporter|otlp)/.test(url)) loaded.push(url);
    return nextLoad(url, context);
  },
});

const invoice = fixture('invoice.xml');
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';

test('Without OTEL_EXPORTER_OTLP_ENDPOINT nothing of OpenTelemetry that records is loaded', async () => {
  const pappel = await startPappel();
  await pappel.call('GET', '/v1/account');
  await pappel.stop();
  assert.deepEqual(loaded, []);
  // That it would have been seen:
  await import('../src/platform/tracing/start-tracing.ts');
  assert.ok(loaded.length > 0);
});

describe('a document from POST to Receipt', () => {
  let collector: Collector;
  let hook: Receiver;
  let pappel: Pappel;
  let victim: Killable;
  let log = '';
  let timber: Account;
  let furniture: Account;
  let secret: string;

  before(async () => {
    [collector, hook] = [await startCollector(), await startReceiver()];
    const env = await newEnvironment({
      SANDBOX: 'true',
      RETRY_SCHEDULE: '600,600,600,600',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-collector',
      OTEL_SERVICE_NAME: 'peppol',
    });
    victim = new Killable(env, (text) => {
      log += text;
    });
    await victim.start();
    pappel = victim.asPappel();
    [timber, furniture] = [await signUp(pappel), await signUp(pappel, 'Fjord Furniture AS', 'NO')];
    await activeParticipant(pappel, timber, TIMBER);
    await activeParticipant(pappel, furniture, FURNITURE);
    for (const { key } of [timber, furniture])
      secret = (await pappel.call('POST', '/v1/webhooks', key, { url: hook.url })).body.secret;
  });
  after(async () => {
    await victim?.stop();
    await hook?.close();
    await collector?.close();
  });

  const send = (receiver: string, traceparent?: string) =>
    pappel.call(
      'POST',
      '/v1/messages',
      timber.key,
      { sender: TIMBER, receiver, type: 'invoice', payload: invoice },
      traceparent === undefined ? {} : { traceparent },
    );

  /** What was collected once a span is there for which `last` holds. */
  async function collected(last: (span: CollectedSpan) => boolean): Promise<CollectedSpan[]> {
    await until(async () => collector.spans.some(last), Boolean, 60_000);
    assert.ok(collector.spans.some(last), `it never came; there are ${collector.spans.map((s) => s.name)}`);
    return collector.spans;
  }

  const isCall = (span: CollectedSpan, messageId: string, type: string): boolean =>
    span.name === 'webhook' &&
    span.attributes['pappel.message.id'] === messageId &&
    span.attributes['pappel.event.type'] === type;

  /** The only one of this name, perhaps under that parent. */
  function only(spans: CollectedSpan[], name: string, parent?: CollectedSpan): CollectedSpan {
    const found = spans.filter(
      (span) => span.name === name && (parent === undefined || span.parentId === parent.spanId),
    );
    const [one] = found;
    assert.ok(one && found.length === 1, `${found.length} ${name} under ${parent?.name}`);
    return one;
  }

  test('It is one trace, which goes on from its sender’s, over the job, to the Receipt and the call of the webhook [OPR-28]', async () => {
    const { body, status } = await send(FURNITURE, `00-${TRACE}-${CALLER}-00`);
    assert.equal(status, 202);
    assert.equal((await settled(pappel, timber, body.id)).status, 'AS4_ACCEPTED');
    const all = await collected((span) => isCall(span, body.id, 'document.as4_accepted'));
    const spans = all.filter(({ traceId }) => traceId === TRACE);
    const request = only(spans, 'POST /v1/messages');
    assert.equal(request.parentId, CALLER);
    assert.equal(request.attributes['http.response.status_code'], 202);
    assert.equal(request.attributes['http.route'], '/v1/messages');
    const accept = only(spans, 'accept', request);
    const job = only(spans, 'outbound.send', accept);
    only(spans, 'validate', job);
    const attempt = only(spans, 'attempt', job);
    only(spans, 'settle', job);
    only(spans, 'discover', attempt);
    const sent = only(spans, 'send', attempt);
    const [connect, answer] = [only(spans, 'connect', sent), only(spans, 'answer', sent)];
    assert.ok(sent.startedAt <= connect.startedAt && connect.endedAt <= answer.endedAt);
    assert.equal(sent.attributes['server.address'], '127.0.0.1');
    assert.equal(attempt.attributes['pappel.outcome'], 'AS4_ACCEPTED');
    for (const span of [accept, job]) {
      assert.equal(span.attributes['pappel.account.id'], timber.accountId);
      assert.equal(span.attributes['pappel.company.id'], timber.companyId);
      assert.equal(span.attributes['pappel.message.id'], body.id);
    }
    const called = spans.filter((span) => isCall(span, body.id, 'document.as4_accepted'));
    assert.deepEqual(
      called.map(({ parentId, attributes }) => [parentId, attributes['http.response.status_code']]),
      [[accept.spanId, 204]],
    );
    assert.equal(accept.resource['service.name'], 'peppol');
    assert.equal(accept.resource['deployment.environment.name'], 'local');
  });

  test('What comes in by AS4 is a trace of its own, and nobody is told of ours [OPR-28]', async () => {
    const { body } = await send(FURNITURE);
    await settled(pappel, timber, body.id);
    const { sbdhInstanceId } = (await pappel.call('GET', `/v1/messages/${body.id}`, timber.key)).body;
    const inbox = await pappel.call('GET', '/v1/messages?direction=INBOUND&limit=100', furniture.key);
    const { id } = inbox.body.messages.find(
      (one: { sbdhInstanceId: string }) => one.sbdhInstanceId === sbdhInstanceId,
    );
    const isKeep = (span: CollectedSpan) =>
      span.name === 'keep' && span.attributes['pappel.message.id'] === id;
    const trace = (await collected(isKeep)).find(isKeep)?.traceId;
    // The call goes out while the Receipt does.
    await collected((span) => isCall(span, id, 'document.received'));
    const all = await collected((span) => span.name === 'POST /as4' && span.traceId === trace);
    const spans = all.filter(({ traceId }) => traceId === trace);
    const request = only(spans, 'POST /as4');
    assert.equal(request.parentId, '');
    only(spans, 'receive', request);
    only(spans, 'validate', only(spans, 'keep', request));
    assert.ok(!spans.some(({ name }) => name === 'outbound.send'));
    assert.equal(only(spans, 'keep').attributes['pappel.account.id'], furniture.accountId);
    assert.equal(
      spans.find((span) => isCall(span, id, 'document.received'))?.parentId,
      only(spans, 'keep').spanId,
    );
    assert.deepEqual([...new Set(hook.deliveries.map(({ headers }) => headers['traceparent']))], [undefined]);
  });

  test('A traceparent that is none begins a trace of ours, and is followed nowhere else [OPR-28]', async () => {
    const wrong = await send(FURNITURE, `00-${'0'.repeat(32)}-${CALLER}-01`);
    await settled(pappel, timber, wrong.body.id);
    const other = '11112222333344445555666677778888';
    const list = await pappel.call('GET', '/v1/companies', timber.key, undefined, {
      'x-request-id': 'list-of-the-test',
      traceparent: `00-${other}-${CALLER}-01`,
    });
    assert.equal(list.status, 200);
    const all = await collected((span) => span.attributes['pappel.request.id'] === 'list-of-the-test');
    assert.ok(!all.some(({ traceId }) => traceId === other));
    const mine = await collected(
      (span) => span.name === 'accept' && span.attributes['pappel.message.id'] === wrong.body.id,
    );
    const accept = mine.find((span) => span.attributes['pappel.message.id'] === wrong.body.id);
    const request = mine.find(({ spanId }) => spanId === accept?.parentId);
    assert.deepEqual([request?.name, request?.parentId], ['POST /v1/messages', '']);
  });

  test('Tries after a kill, and those that the operator asks for, stand in the same trace, beside each other [OPR-28]', async () => {
    const { receivers } = (await pappel.call('GET', '/v1/sandbox/receivers', timber.key)).body;
    const moody = receivers.find(({ name }: { name: string }) => name === 'RETRY_THEN_ACCEPTS');
    const { body } = await send(moody.peppolId);
    const isTry = (span: CollectedSpan): boolean =>
      span.name === 'outbound.send' && span.attributes['pappel.message.id'] === body.id;
    await collected(isTry);
    await victim.kill();
    const before = collector.spans.filter(isTry).length;
    await victim.start();
    await until(
      async () => {
        const { status } = (await pappel.call('GET', `/v1/messages/${body.id}`, timber.key)).body;
        if (['SEND_RETRY', 'SEND_FAILED'].includes(status)) await pappel.operate(`messages/${body.id}/retry`);
        return status;
      },
      (status) => status === 'AS4_ACCEPTED',
    );
    const last = (span: CollectedSpan) => isCall(span, body.id, 'document.as4_accepted');
    const all = await collected(last);
    const tries = all.filter(isTry);
    assert.equal(before, 1);
    assert.ok(tries.length > 1, `${tries.length} tries`);
    const accept = all.find(
      (span) => span.name === 'accept' && span.attributes['pappel.message.id'] === body.id,
    );
    for (const span of [...tries, ...all.filter(last)]) {
      assert.equal(span.traceId, accept?.traceId);
      assert.equal(span.parentId, accept?.spanId);
    }
    const attempts = all.filter(
      ({ parentId, name }) => name === 'attempt' && tries.some((t) => t.spanId === parentId),
    );
    assert.equal(attempts[0]?.isFailed, true);
    assert.equal(attempts[0]?.attributes['error.type'], 'AS4_ERROR');
    assert.equal(attempts.at(-1)?.attributes['pappel.outcome'], 'AS4_ACCEPTED');
  });

  test('Lines of the log say in which trace they were written [OPR-28]', async () => {
    const lines = log.split('\n').filter((line) => line.includes(TRACE));
    const said = lines.map((line) => JSON.parse(line)).filter(({ trace_id }) => trace_id === TRACE);
    assert.ok(said.some(({ msg, route }) => msg === 'request' && route === '/v1/messages'));
    assert.ok(said.some(({ msg }) => msg === 'document sent'));
  });

  test('Nothing of a document, and no secret, goes to the collector [OPR-28]', () => {
    const told = Buffer.concat(collector.bytes).toString('latin1');
    assert.ok(told.includes(timber.accountId));
    for (const kept of [
      '<cbc:',
      'Nordic Timber',
      TIMBER,
      FURNITURE,
      timber.key,
      furniture.key,
      timber.session,
      secret,
    ])
      assert.ok(!told.includes(kept), kept);
    assert.deepEqual([...collector.authorizations], ['Bearer of-the-collector']);
  });

  test('While the collector hangs documents go their way, and the service stops [OPR-29]', async () => {
    collector.answer = () => undefined;
    const asked = collector.asked;
    const { body } = await send(FURNITURE);
    assert.equal((await settled(pappel, timber, body.id)).status, 'AS4_ACCEPTED');
    await until(async () => collector.asked > asked, Boolean);
    assert.ok(collector.asked > asked);
    await victim.stop();
  });
});

describe('A collector that does not take what it is sent [OPR-29]', () => {
  const TIMES = 3;
  const SPANS = 5_000;
  const MOST = 2_048;
  const settings = (endpoint: string): TracingSettings => ({
    url: `${endpoint}/v1/traces`,
    headers: {},
    timeoutMs: 60_000,
    serviceName: 'test',
    resource: {},
    sampler: { name: 'parentbased_always_on', ratio: 1 },
  });

  /** Traces to a collector; answers what became of the spans, and what the log said. */
  async function traceTo(
    collector: Collector,
    work: (count: () => Promise<Record<string, number>>) => Promise<void>,
  ) {
    const { startTracing } = await import('../src/platform/tracing/start-tracing.ts');
    const spans = new Counter({
      name: 'spans',
      help: 'x',
      labelNames: ['outcome'],
      registers: [new Registry()],
    });
    const lines: string[] = [];
    const log = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line).msg) });
    const stop = startTracing(settings(collector.endpoint), {
      log,
      metrics: { spans },
      nodeId: 'one',
      network: 'local',
    });
    await work(async () => {
      const { values } = await spans.get();
      return Object.fromEntries(values.map(({ labels, value }) => [labels.outcome, value]));
    });
    await stop();
    return lines;
  }

  const spin = (count: number): void => {
    for (let i = 0; i < count; i++) beginSpan('work', { attributes: { i } }).end();
  };

  test('One that hangs costs spans and no more memory than 2,048 take; the stop does not wait for it', async () => {
    const collector = await startCollector();
    const held: ServerResponse[] = [];
    collector.answer = (response) => held.push(response);
    await traceTo(collector, async (count) => {
      spin(SPANS);
      assert.deepEqual(await count(), { lost: SPANS - MOST });
    });
    assert.ok(held.length > 0);
    assert.ok(held.every(({ closed }) => !closed));
    for (const response of held) response.end();
    await collector.close();
  });

  test('One that refuses is one line in the log, and another when it takes them again', async () => {
    const collector = await startCollector();
    const { answer } = collector;
    collector.answer = (response) => response.writeHead(400).end();
    const lines = await traceTo(collector, async (count) => {
      for (let time = 1; time <= TIMES; time++) {
        spin(512);
        await until(count, ({ lost = 0 }) => lost === time * 512);
      }
      collector.answer = answer;
      spin(512);
      assert.deepEqual(await until(count, ({ delivered = 0 }) => delivered === 512), {
        lost: TIMES * 512,
        delivered: 512,
      });
    });
    assert.deepEqual(
      lines.map((line) => line.split(';')[0]),
      ['traces go to a collector', 'the collector does not take traces', 'the collector takes traces again'],
    );
    assert.equal(collector.spans.length, (TIMES + 1) * 512);
    await collector.close();
  });
});
