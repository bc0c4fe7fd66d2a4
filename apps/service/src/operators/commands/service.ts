import { type Asking, get, listOf, paged, part, post } from './ask.ts';

/** What stands at the top of the command line. */
export const topCommands: Asking[] = [
  { usage: 'overview', about: 'what waits for somebody, and how the service is', ask: () => get('overview') },
  {
    usage: 'health',
    about: 'how each part of the process is, with figures',
    ask: () => get('health'),
  },
  {
    usage: 'certificates',
    about: 'those of this installation, with the days that are left',
    columns: ['role', 'daysLeft', 'state', 'validTo', 'subject'],
    ask: () => get('certificates'),
  },
  {
    usage: 'audit [words]',
    about: "what the operator's people did",
    options: paged(
      ['--operator <id>', 'by one of them'],
      ['--account <id>', 'about one account'],
      ['--event <type>', 'such as participant.approved'],
      ['--from <time>', 'from then on'],
      ['--to <time>', 'before then'],
    ),
    columns: [
      'createdAt',
      'actorName',
      'tokenName',
      'eventType',
      'accountName',
      'targetName',
      'metadata.reason',
    ],
    ask: ([q], { operator, account, event, ...query }) =>
      get('audit', { q, operatorId: operator, accountId: account, eventType: event, ...query }),
  },
  {
    usage: 'log-level [level]',
    about: 'what it is, or until the next start: warn, info, debug …',
    ask: ([level]) =>
      level === undefined ? get('log-level') : { method: 'PUT', path: 'log-level', body: { level } },
  },
];

export const jobCommands: Asking[] = [
  listOf('jobs', 'background work that waits, is due and is being done', [
    'task',
    'waiting',
    'due',
    'running',
    'oldestSeconds',
  ]),
  {
    usage: 'failing',
    about: 'what fails again and again, and what was given up',
    options: paged(
      ['--job <name>', 'of one name'],
      ['--state <state>', 'RETRYING or ENDED'],
      ['--q <words>', 'the id of what it is about, such as a document, or the name of a job'],
    ),
    columns: ['job', 'state', 'failures', 'lastFailedAt', 'nextTryAt', 'lastError', 'id'],
    ask: (_, options) => get('jobs/failing', options),
  },
  {
    usage: 'run <id>',
    about: 'try one that fails at once',
    ask: ([id]) => post(`jobs/failing/${part(id)}/run`),
  },
  {
    usage: 'give-up <id> <reason...>',
    about: 'let one that fails be: what it is about gets its last status',
    ask: ([id, ...reason]) => post(`jobs/failing/${part(id)}/give-up`, { reason: reason.join(' ') }),
  },
];

export const circuitCommands: Asking[] = [
  listOf('circuits', 'access points that failed, those left alone first', [
    'state',
    'host',
    'failures',
    'waiting',
    'openUntil',
    'reason',
    'endpointUrl',
  ]),
  {
    usage: 'open <url> <minutes> <reason...>',
    about: 'leave one alone for a while; documents for it wait',
    ask: ([endpointUrl, minutes, ...reason]) =>
      post('circuits/open', { endpointUrl, minutes: Number(minutes), reason: reason.join(' ') }),
  },
  {
    usage: 'close <url>',
    about: 'try one again from now on',
    ask: ([endpointUrl]) => post('circuits/close', { endpointUrl }),
  },
];

const reportPath = ([kind, month]: string[]): string => `reports/${part(kind)}/${part(month)}`;

export const reportCommands: Asking[] = [
  listOf('reports', 'the latest version of each', [
    'month',
    'kind',
    'valid',
    'delivery.status',
    'delivery.acceptedAt',
    'createdAt',
  ]),
  {
    usage: 'make <kind> <month>',
    about: 'count a month again',
    ask: (args) => ({ method: 'POST', path: reportPath(args) }),
  },
  { usage: 'show <kind> <month>', about: 'what it says', ask: (args) => get(reportPath(args)) },
  {
    usage: 'send <kind> <month>',
    about: 'deliver it',
    ask: (args) => ({ method: 'POST', path: `${reportPath(args)}/send` }),
  },
  {
    usage: 'service-levels <month>',
    about: 'how the targets of Message Level Statuses were kept',
    ask: ([month]) => get(`service-levels/mls/${part(month)}`),
  },
];

export const operatorCommands: Asking[] = [
  listOf('operators', "the operator's people", [
    'name',
    'email',
    'role',
    'status',
    'passkeyCount',
    'lastLoginAt',
    'id',
  ]),
  {
    usage: 'add <role> <email> <name...>',
    about: 'viewer, agent or admin; the password is shown once, to be passed on',
    ask: ([role, email, ...name]) => post('operators', { role, email, name: name.join(' ') }),
  },
  {
    usage: 'change <id>',
    about: 'another name or role, or whether they still work here',
    options: [
      ['--name <name>', 'another name'],
      ['--role <role>', 'viewer, agent or admin'],
      ['--status <status>', 'active or inactive'],
    ],
    ask: ([id], body) => ({ method: 'PATCH', path: `operators/${part(id)}`, body }),
  },
  {
    usage: 'reset-password <id>',
    about: 'a new password for who forgot it, shown once',
    ask: ([id]) => ({ method: 'POST', path: `operators/${part(id)}/reset-password` }),
  },
  {
    usage: 'passkeys <id>',
    about: 'with what somebody signs in without a password',
    columns: ['name', 'createdAt', 'lastUsedAt', 'lockedAt', 'id'],
    ask: ([id]) => get(`operators/${part(id)}/passkeys`),
  },
  {
    usage: 'remove-passkey <id> <passkey>',
    about: 'of a device that is lost; signs the operator out everywhere',
    ask: ([id, passkey]) => ({
      method: 'DELETE',
      path: `operators/${part(id)}/passkeys/${part(passkey)}`,
    }),
  },
];

export const tokenCommands: Asking[] = [
  listOf('tokens', 'your own, or everybody’s for an admin', [
    'name',
    'role',
    'prefix',
    'operatorName',
    'expiresAt',
    'lastUsedAt',
    'revokedAt',
    'id',
  ]),
  {
    usage: 'create <role> <name...>',
    about: 'for a program; its value is shown once',
    options: [['--days <n>', 'until it ends: 1 to 366, 90 when omitted']],
    ask: ([role, ...name], { days }) =>
      post('tokens', {
        role,
        name: name.join(' '),
        expiresInDays: days === undefined ? undefined : Number(days),
      }),
  },
  {
    usage: 'revoke <id>',
    about: 'at once',
    ask: ([id]) => ({ method: 'DELETE', path: `tokens/${part(id)}` }),
  },
];
