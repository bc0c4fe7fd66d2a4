import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { after, before, test } from 'node:test';
import { pino } from 'pino';
import { startService } from '../src/service.ts';
import { readConfig } from '../src/settings/config.ts';
import {
  type Account,
  activeParticipant,
  FURNITURE,
  fixture,
  newEnvironment,
  PASSWORD,
  type Pappel,
  pappelOf,
  request,
  settled,
  signUp,
  TIMBER,
  until,
} from './harness.ts';

const lines: Record<string, unknown>[] = [];
let text = '';
let pappel: Pappel;
let account: Account;
let sent: string;
const NOWHERE = '0007:2021005489';
const invoice = fixture('invoice.xml');

before(async () => {
  // What is to be tried again is not meanwhile.
  const env = await newEnvironment({ RETRY_SCHEDULE: '600' });
  const sink = new Writable({
    write(chunk, _encoding, done) {
      text += chunk;
      for (const line of String(chunk).split('\n').filter(Boolean)) lines.push(JSON.parse(line));
      done();
    },
  });
  const service = await startService(readConfig(env), pino({ level: 'trace' }, sink));
  pappel = pappelOf(service, env);
  account = await signUp(pappel);
  await activeParticipant(pappel, account, TIMBER);
  await activeParticipant(pappel, account, FURNITURE);
});
after(() => pappel.stop());

const said = (message: string, facts: Record<string, unknown> = {}) =>
  until(
    async () =>
      lines.find(
        (line) =>
          line['msg'] === message && Object.entries(facts).every(([name, value]) => line[name] === value),
      ),
    Boolean,
    10_000,
  );
const submit = async (receiver: string, payload = invoice): Promise<string> =>
  (
    await pappel.call('POST', '/v1/messages', account.key, {
      sender: TIMBER,
      receiver,
      type: 'invoice',
      payload,
    })
  ).body.id;

test('One line tells that a document was accepted, judged, sent and received, with account, company and message', async () => {
  sent = await submit(FURNITURE);
  await settled(pappel, account, sent);
  const whose = { accountId: account.accountId, companyId: account.companyId, messageId: sent };
  for (const fact of ['document accepted', 'document judged valid', 'document sent'])
    assert.ok(await said(fact, whose), `${fact} is not told`);
  const received = await said('document received', { accountId: account.accountId });
  assert.equal(received?.['direction'], 'INBOUND');
});

test('A failure is told with its code and reason; a retry with when', async () => {
  const failed = await submit(NOWHERE);
  await settled(pappel, account, failed);
  const line = await said('document failed', { messageId: failed });
  assert.equal(line?.['code'], 'PARTICIPANT_NOT_FOUND');
  assert.match(String(line?.['reason']), /not on Peppol/);
  assert.equal(line?.['level'], 40);
  const { discoveries } = pappel.service.features.outbound;
  const find = discoveries.find.bind(discoveries);
  discoveries.find = async () => ({
    isRemembered: false,
    discovery: { kind: 'unreachable', code: 'SMP_UNAVAILABLE', detail: 'a test' },
  });
  const retried = await submit(NOWHERE);
  const retry = await said('document is tried again', { messageId: retried });
  discoveries.find = find;
  assert.deepEqual([retry?.['code'], retry?.['attempts']], ['SMP_UNAVAILABLE', 1]);
  assert.ok(!Number.isNaN(Date.parse(String(retry?.['nextTryAt']))));
});

test('What an address became, who signed in, who was refused and who is locked is told', async () => {
  assert.ok(await said('participant moved', { address: TIMBER, status: 'ACTIVE' }));
  await pappel.call('POST', '/v1/auth/login', undefined, { email: account.email, password: PASSWORD });
  assert.ok(await said('signed in', { authMethod: 'password' }));
  const stranger = { email: 'stranger@example.org', password: 'wrong password of a stranger' };
  for (let i = 0; i < 6; i++) await pappel.call('POST', '/v1/auth/login', undefined, stranger);
  assert.ok(await said('sign-in refused', { code: 'UNAUTHORIZED' }));
  assert.ok(await said('sign-in is locked', { code: 'LOGIN_LOCKED' }));
});

test('An inbound message that is refused is told with why', async () => {
  const { config, identity } = pappel.service.base;
  const { as4PublicUrl } = config;
  const { Agent, fetch } = await import('undici');
  const dispatcher = new Agent({ connect: { ca: identity.tlsCa } });
  await fetch(as4PublicUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/soap+xml' },
    body: '<x/>',
    dispatcher,
  }).then((answer) => answer.text());
  await dispatcher.close();
  const line = await said('inbound message refused');
  assert.match(String(line?.['code']), /^EBMS:/);
});

test('What was counted is told to Prometheus by the same facts', async () => {
  const metrics = await pappel.service.base.metrics.registry.metrics();
  const wanted = [
    /pappel_outbound_messages_total\{outcome="as4_accepted",code=""\} 1/,
    /pappel_outbound_messages_total\{outcome="discovery_failed",code="PARTICIPANT_NOT_FOUND"\} 1/,
    /pappel_outbound_retries_total\{code="SMP_UNAVAILABLE"\} \d/,
    /pappel_outbound_delivery_seconds_count \d/,
    /pappel_outbound_step_duration_seconds_count\{step="send"\} \d/,
    /pappel_participant_moves_total\{status="ACTIVE"\} 2/,
    /pappel_http_request_duration_seconds_count\{server="api",method="POST",route="\/v1\/messages",status="202"\} \d/,
    /pappel_certificate_expiry_timestamp_seconds\{role="ap"\} \d{10}/,
    /pappel_participants\{status="ACTIVE"\} 2/,
    /pappel_event_reader_lag\{reader="journal"\} \d/,
    /pappel_jobs_due \d/,
    /pappel_disk_free_bytes \d+/,
    /pappel_database_connections\{state="open"\} \d/,
    /pappel_health\{part="database"\} 1/,
  ];
  for (const line of wanted) assert.match(metrics, line);
});

test('Levels are set while it runs; probes and scrapes are not told', async () => {
  const token = pappel.service.base.operatorToken;
  const set = (level: string) => request('PUT', `${pappel.operator}/operator/v1/log-level`, token, { level });
  assert.equal((await set('warn')).status, 200);
  const before = lines.length;
  await pappel.call('GET', '/v1/account', account.key);
  assert.deepEqual(lines.slice(before), []);
  assert.equal((await set('loud')).status, 400);
  await set('trace');
  const then = lines.length;
  await request('GET', `${pappel.api}/health/ready`);
  await request('GET', `${pappel.operator}/metrics`, token);
  await pappel.call('GET', '/v1/account', account.key);
  await until(async () => lines.slice(then).some(({ route }) => route === '/v1/account'), Boolean);
  const routes = lines.slice(then).map(({ route }) => route);
  assert.ok(!routes.some((route) => /health|metrics/.test(String(route ?? ''))), routes.join());
});

test('No payload and no secret is in the log, at whatever level', () => {
  const { operatorToken, secretKey } = pappel.service.base;
  const secrets = [
    account.key,
    account.session,
    PASSWORD,
    operatorToken,
    secretKey.toString('hex'),
    secretKey.toString(),
  ];
  for (const secret of secrets) assert.ok(!text.includes(secret), `${secret.slice(0, 6)}… is in the log`);
  assert.ok(!text.includes('wrong password of a stranger'));
  assert.ok(!text.includes('stranger@example.org'));
  assert.ok(!/<cbc:|cbc:ID|PD94bW/.test(text), 'a document is in the log');
});
