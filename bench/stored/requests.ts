import { request } from '../../apps/service/tests/harness.ts';
import { CONFINED, type Confined, type Installation, invoice } from './installation.ts';
import { DAY_MS, HUGE_COMPANIES } from './population.ts';

/** Something that is asked of each installation in turn. */
export interface Step {
  name: string;
  ask: (of: Installation) => Promise<Asked>;
}

interface Asked {
  status: number;
  body: unknown;
}

type TokenOf = (of: Installation) => string;
const huge: TokenOf = ({ founders }) => founders.huge.key;
const middle: TokenOf = ({ founders }) => founders.middle.key;
const silent: TokenOf = ({ founders }) => founders.silent.key;
const small: TokenOf = ({ founders }) => founders.small.key;
const ofCompanies =
  (many: Confined): TokenOf =>
  ({ confined }) =>
    confined[many];

/** What is asked, of the API or of the operator's side. */
type Query = string | ((of: Installation) => string);
const pathIn = (query: Query, of: Installation): string => (typeof query === 'string' ? query : query(of));
const read = (name: string, tokenOf: TokenOf, query: Query): Step => ({
  name,
  ask: (of) => of.pappel.call('GET', `/v1/${pathIn(query, of)}`, tokenOf(of)),
});
const operate = (name: string, query: Query): Step => ({
  name: `operator, ${name}`,
  ask: (of) => {
    const { operator, service } = of.pappel;
    return request('GET', `${operator}/operator/v1/${pathIn(query, of)}`, service.base.operatorToken);
  },
});

const ago = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();
const COUNTED = 'messages?counts=true&limit=0';

const lists: readonly Step[] = [
  read('list, huge account', huge, 'messages'),
  read('list, middle account', middle, 'messages'),
  read('list, small account', small, 'messages'),
  read('list, a year back', huge, () => `messages?to=${ago(365)}`),
  read('list, company with half of them', ({ companyKeys }) => companyKeys.large, 'messages'),
  read('list, company with few', ({ companyKeys }) => companyKeys.thin, 'messages'),
  ...CONFINED.map((many) =>
    read(`list, ${many} of ${HUGE_COMPANIES} companies`, ofCompanies(many), 'messages'),
  ),
  read('list, VALIDATION_FAILED', huge, 'messages?status=VALIDATION_FAILED'),
  read('list, SEND_FAILED, 1 of 20,000', huge, 'messages?status=SEND_FAILED'),
  read('list, SEND_RETRY, none', huge, 'messages?status=SEND_RETRY'),
  read('list, waiting', huge, 'messages?status=CUSTOMER_DELIVERY_QUEUED'),
  read('list, SEND_FAILED of 50 companies', ofCompanies(50), 'messages?status=SEND_FAILED'),
  read('list, INBOUND', huge, 'messages?direction=INBOUND'),
  read('list, INBOUND, who never receives', silent, 'messages?direction=INBOUND'),
];

const searches: readonly Step[] = [
  read('q, an old number', huge, ({ old }) => `messages?q=${old.number}`),
  read('q, beginning of numbers', huge, ({ old }) => `messages?q=${old.number.slice(0, 4)}`),
  read('q, a partner', huge, ({ old }) => `messages?q=${encodeURIComponent(old.partner)}`),
  read('q, a word of half of them', huge, 'messages?q=timber'),
  read('q, a word, SEND_FAILED', huge, 'messages?q=timber&status=SEND_FAILED'),
  read('q, a number, 50 companies', ofCompanies(50), ({ old }) => `messages?q=${old.number}`),
  read('q, nothing like it', huge, 'messages?q=nothing-like-it'),
  read('documentNumber', huge, ({ old }) => `messages?documentNumber=${old.number}`),
  read('CSV, 100 rows', huge, 'messages?limit=100&format=csv'),
  read('CSV, 100 rows, 50 companies', ofCompanies(50), 'messages?limit=100&format=csv'),
];

const counts: readonly Step[] = [
  read('counts, huge account', huge, COUNTED),
  read('counts, middle account', middle, COUNTED),
  read('counts, small account', small, COUNTED),
  read('counts, company with half of them', ({ companyKeys }) => companyKeys.large, COUNTED),
  read('counts, 50 companies', ofCompanies(50), COUNTED),
  read('counts, INBOUND', huge, `${COUNTED}&direction=INBOUND`),
  read('counts, a year', huge, () => `${COUNTED}&from=${ago(365)}`),
  read('counts, from a moment a week ago', huge, () => `${COUNTED}&from=${ago(7)}`),
  read('usage, 24 hours', huge, 'usage'),
  read('usage, 30 days by day', huge, () => `usage?from=${ago(30)}&bucket=day`),
  operate('counts', 'messages?counts=true'),
  operate(
    'counts of an account',
    ({ founders }) => `messages?counts=true&accountId=${founders.huge.accountId}`,
  ),
];

const lookups: readonly Step[] = [
  read('document by id', huge, ({ old }) => `messages/${old.id}`),
  read('its timeline', huge, ({ old }) => `messages/${old.id}/timeline`),
  operate('list', 'messages'),
  operate('list, SEND_FAILED', 'messages?status=SEND_FAILED'),
  operate('an AS4 id', ({ old }) => `messages?q=${encodeURIComponent(old.as4Id)}`),
  operate('overview', 'overview'),
  operate('an account', ({ founders }) => `accounts/${founders.huge.accountId}`),
  {
    name: 'a key that was used before',
    ask: ({ pappel, founders }) =>
      pappel.call('POST', '/v1/messages', founders.huge.key, invoice(), { 'idempotency-key': 'first' }),
  },
];

export const READS: readonly Step[] = [...lists, ...searches, ...counts, ...lookups];
