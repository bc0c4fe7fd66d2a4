/**
 * Records what is sent and answered in a real run, as the examples of the description of the API: an installation of its
 * own, two companies, a document that travels between them. Writes apps/service/src/platform/http/api-examples.json.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OPERATIONS } from '../apps/service/src/platform/http/operations.ts';
import { call, ROOT, start, until } from './demo-installation.ts';
import { freePorts } from './free-ports.ts';

type Json = Record<string, unknown>;
const examples: Record<string, { request?: unknown; responses: Record<string, unknown> }> = {};
const TIMBER = { scheme: '0007', value: '5567321707' };
const FURNITURE = { scheme: '0192', value: '991825827' };
const addressOf = ({ scheme, value }: typeof TIMBER): string => `${scheme}:${value}`;
const PASSWORD = 'a long example passphrase';

const LONGEST_TEXT = 300;
const MOST_ENTRIES = 2;

/** Short enough to read, without addresses and secrets of the run. */
function shown(value: unknown, api: string): unknown {
  if (Array.isArray(value)) return value.slice(0, MOST_ENTRIES).map((inner) => shown(inner, api));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shown(inner, api)]));
  if (typeof value !== 'string') return value;
  const text = value
    .replaceAll(api, 'https://pappel.example.com')
    .replace(/\b(pap|pus|pup|pst|whsec)_[\w+/=-]{12,}/g, '$1_example');
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
}

function operationOf(method: string, path: string): string | undefined {
  const asked = path.split('?')[0]?.split('/') ?? [];
  const fits = (name: string): boolean => {
    const [verb, template = ''] = name.split(' ');
    const segments = template.split('/');
    return (
      verb === method &&
      segments.length === asked.length &&
      segments.every((segment, index) => segment.startsWith('{') || segment === asked[index])
    );
  };
  const names = Object.keys(OPERATIONS).filter(fits);
  const name = names.sort((one, other) => one.split('{').length - other.split('{').length)[0];
  return name && OPERATIONS[name as keyof typeof OPERATIONS][0];
}

/** Calls as anybody would, and keeps the first good answer of each kind. */
const recorder =
  (api: string) =>
  async (method: string, path: string, token?: string, body?: unknown): Promise<Json> => {
    const { status, body: answer } = await call<Json>(method, api + path, token, body);
    if (status >= 400) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`);
    const id = operationOf(method, path);
    if (id && typeof answer === 'object') {
      examples[id] ??= { responses: {} };
      if (body !== undefined) examples[id].request ??= shown(body, api);
      examples[id].responses[status] ??= shown(answer, api);
    }
    return answer;
  };
type Recorder = ReturnType<typeof recorder>;

async function account(record: Recorder): Promise<{ session: string; key: string; companyId: string }> {
  const owner = { name: 'Ann', email: 'ann@example.com', password: PASSWORD };
  const entity = { legalName: 'Nordic Timber AB', countryCode: 'SE', registrationNumber: '556732-1707' };
  await record('POST', '/v1/auth/signup', undefined, { account: entity, owner });
  const login = { email: owner.email, password: PASSWORD };
  const session = String((await record('POST', '/v1/auth/login', undefined, login))['token']);
  const key = String((await record('POST', '/v1/api-keys', session, { name: 'ERP' }))['key']);
  const reads = ['me', 'sessions', 'account', 'api-keys', 'users', 'audit', 'sso/status', 'sso/identities'];
  for (const path of [...reads, 'passkeys']) await record('GET', `/v1/${path}`, session);
  const company = await record('POST', '/v1/companies', session, {
    name: 'Fjord Furniture AS',
    countryCode: 'NO',
  });
  const companyId = String(company['id']);
  await record('PATCH', `/v1/companies/${companyId}`, session, { registrationNumber: '991825827' });
  await record('GET', `/v1/companies/${companyId}`, key);
  await record('GET', '/v1/companies', key);
  const person = { name: 'Bo', email: 'bo@example.com', role: 'member', companyIds: [companyId] };
  const user = await record('POST', '/v1/users', session, person);
  await record('DELETE', `/v1/users/${user['id']}`, session);
  await record('POST', `/v1/users/${user['id']}/enable`, session);
  await record('PATCH', `/v1/users/${user['id']}`, session, { role: 'company_admin' });
  return { session, key, companyId };
}

type Service = Awaited<ReturnType<typeof start>>;

async function participant(
  service: Service,
  record: Recorder,
  key: string,
  companyId: string,
  address: typeof TIMBER,
  name: string,
): Promise<string> {
  const capabilities = ['invoice', 'credit-note'].map((documentTypeId) => ({
    documentTypeId,
    direction: 'BOTH',
  }));
  const made = await record('POST', '/v1/participants', key, { companyId, ...address, name, capabilities });
  const { api, operator, operatorToken } = service;
  await call('POST', `${operator}/operator/v1/participants/${made['id']}/approve`, operatorToken, {});
  await until(
    () => call<Json>('GET', `${api}/v1/participants/${made['id']}`, key),
    ({ body }) => body['status'] === 'ACTIVE',
  );
  return String(made['id']);
}

async function documents(service: Service, record: Recorder, key: string, companyId: string): Promise<void> {
  const payload = readFileSync(join(ROOT, 'packages/validation/tests/fixtures/invoice.xml'), 'utf8');
  const [sender, receiver] = [addressOf(TIMBER), addressOf(FURNITURE)];
  await record('POST', '/v1/messages/validate', key, { payload });
  await record('POST', '/v1/messages/uploads', key, { companyId, bytes: 2_500_000 });
  const sending = { sender, receiver, type: 'invoice', payload, externalReference: 'SO-1042' };
  const sent = await record('POST', '/v1/messages', key, sending);
  await until(
    () => call<Json>('GET', `${service.api}/v1/messages/${sent['id']}`, key),
    ({ body }) => body['status'] === 'AS4_ACCEPTED',
  );
  for (const path of ['', '/timeline', '/evidence'])
    await record('GET', `/v1/messages/${sent['id']}${path}`, key);
  await record('GET', '/v1/messages?counts=true', key);
  const inbound = await record('GET', '/v1/messages?direction=INBOUND', key);
  const [received] = inbound['messages'] as { id: string }[];
  await record('POST', `/v1/messages/${received?.id}/ack`, key);
  await record('POST', '/v1/messages/ack', key, { ids: [received?.id] });
}

async function rest(record: Recorder, key: string, participantId: string): Promise<void> {
  const participant = `/v1/participants/${participantId}`;
  for (const path of ['', '/capabilities', '/audit']) await record('GET', participant + path, key);
  await record('GET', '/v1/participants?counts=true', key);
  await record('PATCH', participant, key, { name: 'Nordic Timber, orders' });
  const order = { documentTypeId: 'order', direction: 'SEND' };
  await record('POST', `${participant}/capabilities`, key, order);
  const ids = [addressOf(FURNITURE), '0007:nobody'];
  await record('POST', '/v1/network/participants/lookup', key, { ids });
  await record('GET', `/v1/network/participants/search?q=${addressOf(FURNITURE)}`, key);
  for (const path of ['', '/capabilities'])
    await record('GET', `/v1/network/participants/${addressOf(FURNITURE)}${path}`, key);
  for (const path of ['events', 'usage', 'sftp/connection', 'sftp/logins'])
    await record('GET', `/v1/${path}`, key);
  await record('POST', '/v1/stream-tickets', key);
  const hook = await record('POST', '/v1/webhooks', key, {
    url: 'https://erp.example.com/peppol',
    events: ['document.received', 'document.as4_accepted'],
  });
  await record('GET', '/v1/webhooks', key);
  await record('PATCH', `/v1/webhooks/${hook['id']}`, key, { rotateSecret: true });
  await record('GET', '/v1/webhooks/deliveries', key);
}

const dataDir = mkdtempSync(join(tmpdir(), 'pappel-examples-'));
const service = await start('service', dataDir, await freePorts(4), { RATE_LIMITS: 'off' });
try {
  const record = recorder(service.api);
  const { key, companyId } = await account(record);
  const companies = (await record('GET', '/v1/companies', key))['companies'] as {
    id: string;
    name: string;
  }[];
  const timber = companies.find(({ id }) => id !== companyId)?.id ?? companyId;
  const own = await participant(service, record, key, timber, TIMBER, 'Nordic Timber');
  await participant(service, record, key, companyId, FURNITURE, 'Fjord Furniture');
  await documents(service, record, key, timber);
  await rest(record, key, own);
} finally {
  await service.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
const file = join(ROOT, 'apps/service/src/platform/http/api-examples.json');
const sorted = Object.fromEntries(Object.entries(examples).sort(([one], [other]) => (one < other ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`);
console.log(`${Object.keys(sorted).length} of ${Object.keys(OPERATIONS).length} operations have examples`);
