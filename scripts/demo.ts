/**
 * `npm run demo`: a document travels between two companies over real AS4, with each step shown. Starts everything on
 * free ports with a data directory of its own, and exits 0 only if every step had the expected outcome.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call, ROOT, start, until } from './demo-installation.ts';
import { freePorts } from './free-ports.ts';

const FIXTURES = join(ROOT, 'packages/validation/tests/fixtures');
const TIMBER = '0007:5567321707';
const FURNITURE = '0192:991825827';
const LATE = '0208:0848934496';
const NOBODY = '0192:974760673';
const PASSWORD = 'a long demo passphrase';

interface Place {
  api: string;
  operator: string;
  operatorToken: string;
  key: string;
  companyId: string;
}

interface Message {
  id: string;
  status: string;
  attempts: number;
  lastErrorCode?: string;
  receiverAccessPoint?: string;
  validationErrors?: { code: string; message: string }[];
}

const started = Date.now();
let failures = 0;

function show(ok: boolean, what: string, detail = ''): void {
  if (!ok) failures++;
  const seconds = ((Date.now() - started) / 1000).toFixed(1).padStart(6);
  console.log(`${seconds} s  ${ok ? 'ok  ' : 'FAIL'}  ${what}${detail ? `\n               ${detail}` : ''}`);
}

function heading(text: string): void {
  console.log(`\n${text}`);
}

async function signUp(
  service: { api: string; operator: string; operatorToken: string },
  legalName: string,
  countryCode: string,
): Promise<Place> {
  const email = `owner@${legalName.split(' ')[0]?.toLowerCase()}.example`;
  const signedUp = await call<{ token: string; company: { id: string } }>(
    'POST',
    `${service.api}/v1/auth/signup`,
    undefined,
    {
      account: { legalName, countryCode },
      owner: { name: 'Owner', email, password: PASSWORD },
    },
  );
  show(signedUp.status === 201, `${legalName} signs up: an account, a company, an owner`);
  const key = await call<{ key: string }>('POST', `${service.api}/v1/api-keys`, signedUp.body.token, {
    name: 'demo',
  });
  show(key.status === 201, `${legalName} makes an API key (${key.body.key.slice(0, 12)}…)`);
  return { ...service, key: key.body.key, companyId: signedUp.body.company.id };
}

/** A participant is asked for, approved by the operator, published, and found in DNS. */
async function register(place: Place, address: string, name: string): Promise<void> {
  const [scheme, value] = address.split(':');
  const capabilities = ['invoice', 'credit-note'].map((documentTypeId) => ({
    documentTypeId,
    direction: 'BOTH',
  }));
  const asked = await call<{ id: string; status: string }>(
    'POST',
    `${place.api}/v1/participants`,
    place.key,
    { companyId: place.companyId, scheme, value, name, capabilities },
  );
  show(asked.body.status === 'PENDING_APPROVAL', `${name} asks for the address ${address}: PENDING_APPROVAL`);
  await call(
    'POST',
    `${place.operator}/operator/v1/participants/${asked.body.id}/approve`,
    place.operatorToken,
    {},
  );
  const active = await until(
    async () =>
      (await call<{ status: string }>('GET', `${place.api}/v1/participants/${asked.body.id}`, place.key))
        .body,
    (one) => one.status === 'ACTIVE',
  );
  show(active.status === 'ACTIVE', `The operator approves; SMP and SML publish it: ${active.status}`);
}

const FINAL = new Set(['AS4_ACCEPTED', 'VALIDATION_FAILED', 'SEND_FAILED', 'DISCOVERY_FAILED']);

async function send(
  place: Place,
  receiver: string,
  type: string,
  payload: string,
  key?: string,
): Promise<Message> {
  const headers: Record<string, string> = key ? { 'idempotency-key': key } : {};
  const answer = await call<Message>(
    'POST',
    `${place.api}/v1/messages`,
    place.key,
    { sender: TIMBER, receiver, type, payload },
    headers,
  );
  show(answer.status === 202, `The ${type} is submitted: ${answer.status} ${answer.body.status}`);
  return answer.body;
}

const outcome = (place: Place, id: string): Promise<Message> =>
  until(
    async () => (await call<Message>('GET', `${place.api}/v1/messages/${id}`, place.key)).body,
    (message) => FINAL.has(message.status),
  );

async function travel(from: Place, to: Place, type: string, payload: string): Promise<void> {
  const submitted = await send(from, FURNITURE, type, payload, `demo-${type}`);
  const delivered = await outcome(from, submitted.id);
  show(
    delivered.status === 'AS4_ACCEPTED',
    `Validated, found by DNS and SMP, signed, encrypted, delivered to ${delivered.receiverAccessPoint}: ${delivered.status}`,
  );
  const list = await call<{ messages: Message[] }>(
    'GET',
    `${to.api}/v1/messages?direction=INBOUND&status=CUSTOMER_DELIVERY_QUEUED`,
    to.key,
  );
  const [waiting] = list.body.messages;
  show(list.body.messages.length === 1, `${FURNITURE} lists ${list.body.messages.length} waiting document`);
  const collected = await call<string>('GET', `${to.api}/v1/messages/${waiting?.id}/payload`, to.key);
  const sent = payload.replace(/^<\?xml[^>]*\?>\s*/, '').trimEnd();
  show(
    collected.body === sent,
    `It collects the ${type}: ${Buffer.byteLength(collected.body)} bytes, the same as were sent`,
  );
  const acknowledged = await call<Message>('POST', `${to.api}/v1/messages/${waiting?.id}/ack`, to.key);
  show(acknowledged.body.status === 'ACKNOWLEDGED', `It acknowledges: ${acknowledged.body.status}`);
}

async function refusals(timber: Place, invoice: string): Promise<void> {
  heading('An invoice that does not add up');
  const wrong = await send(
    timber,
    FURNITURE,
    'invoice',
    invoice.replace('>1250.00</cbc:TaxInclusiveAmount>', '>1300.00</cbc:TaxInclusiveAmount>'),
  );
  const judged = await outcome(timber, wrong.id);
  const findings = (judged.validationErrors ?? []).map((finding) => `${finding.code}: ${finding.message}`);
  show(
    judged.status === 'VALIDATION_FAILED',
    `It is not sent: ${judged.status}`,
    findings.join('\n               '),
  );

  heading('A receiver who does not exist');
  const lost = await outcome(timber, (await send(timber, NOBODY, 'invoice', invoice)).id);
  show(
    lost.status === 'DISCOVERY_FAILED' && lost.lastErrorCode === 'PARTICIPANT_NOT_FOUND',
    `DNS knows no ${NOBODY}: ${lost.status} ${lost.lastErrorCode}`,
  );
}

async function demo(stay: boolean): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'pappel-demo-'));
  const running: { stop(): Promise<void> }[] = [];
  try {
    heading('Two installations of Pappel on one local Peppol network');
    const ports = await freePorts(8);
    const first = await start('The first', join(dir, 'one'), ports.slice(0, 4));
    running.push(first);
    show(
      true,
      'The first runs: API, operator side, SMP, AS4, PostgreSQL, certificate authority, SML and DNS',
      first.api,
    );
    const { dnsPort, smlPort } = JSON.parse(await readFile(join(dir, 'one/localnet/ports.json'), 'utf8'));
    const network = {
      LOCALNET_DIR: join(dir, 'one/localnet'),
      SML_DNS: `127.0.0.1:${dnsPort}`,
      SML_URL: `https://127.0.0.1:${smlPort}/edelivery-sml`,
    };
    const startSecond = () => start('The second', join(dir, 'two'), ports.slice(4), network);
    let second = await startSecond();
    running.push({ stop: () => second.stop() });
    show(true, 'The second runs, with a database, keys and ports of its own', second.api);

    heading('Two companies');
    const timber = await signUp(first, 'Nordic Timber AB', 'SE');
    const furniture = await signUp(second, 'Fjord Furniture AS', 'NO');
    await register(timber, TIMBER, 'Nordic Timber');
    await register(furniture, FURNITURE, 'Fjord Furniture');
    await register(furniture, LATE, 'Fjord Antwerp');

    heading('An invoice and a credit note');
    const invoice = await readFile(join(FIXTURES, 'invoice.xml'), 'utf8');
    await travel(timber, furniture, 'invoice', invoice);
    await travel(timber, furniture, 'credit-note', await readFile(join(FIXTURES, 'credit-note.xml'), 'utf8'));

    await refusals(timber, invoice);

    heading('A receiver who fails at first');
    await second.stop();
    show(true, 'The second installation is switched off');
    const late = await send(timber, LATE, 'invoice', invoice);
    const retrying = await until(
      async () => (await call<Message>('GET', `${timber.api}/v1/messages/${late.id}`, timber.key)).body,
      (one) => one.status === 'SEND_RETRY',
    );
    show(
      retrying.status === 'SEND_RETRY',
      `It does not answer: ${retrying.status} ${retrying.lastErrorCode}`,
    );
    second = await startSecond();
    show(true, 'The second installation is switched on again');
    const arrived = await outcome(timber, late.id);
    show(arrived.status === 'AS4_ACCEPTED', `After ${arrived.attempts} attempts: ${arrived.status}`);

    heading(
      failures === 0
        ? 'Every step had the expected outcome.'
        : `${failures} steps did not have the expected outcome.`,
    );
    if (stay && failures === 0) await keepRunning(timber);
  } finally {
    for (const service of running.reverse()) await service.stop();
    await rm(dir, { recursive: true, force: true });
  }
}

async function keepRunning(place: Place): Promise<void> {
  const auth = `-H 'Authorization: Bearer ${place.key}'`;
  console.log(`
The first installation stays: ${place.api}  (its description: ${place.api}/docs)
API key: ${place.key}

curl ${auth} '${place.api}/v1/messages?limit=5'
curl ${auth} ${place.api}/v1/participants
curl ${auth} -H 'Content-Type: application/json' -d "$(node -e 'console.log(JSON.stringify({sender:"${TIMBER}",receiver:"${FURNITURE}",type:"invoice",payload:require("fs").readFileSync("${FIXTURES}/invoice.xml","utf8")}))')" ${place.api}/v1/messages

Ctrl-C ends it.`);
  await new Promise<void>((resolve) => process.once('SIGINT', () => resolve()));
}

await demo(process.argv.includes('--stay'));
process.exit(failures === 0 ? 0 : 1);
