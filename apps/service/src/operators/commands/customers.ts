import { type Asking, get, listOf, type Options, oneFrom, paged, part, post } from './ask.ts';

const because = (words: string[]): { reason?: string } =>
  words.length > 0 ? { reason: words.join(' ') } : {};

/** A move of something that stands in the path, with a reason where there is one. */
const move =
  (what: string, verb: string) =>
  ([id, ...reason]: string[]) =>
    post(`${what}/${part(id)}/${verb}`, because(reason));

const LISTED = ['status', 'accountName', 'name', 'canonicalId', 'statusChangedAt', 'id'];

export const participantCommands: Asking[] = [
  {
    usage: 'list [status]',
    about: 'addresses of every account, or those of a status',
    options: paged(['--account <id>', 'of one account'], ['--q <words>', 'part of an address or name']),
    columns: LISTED,
    ask: ([status], { account, ...query }) => get('participants', { status, accountId: account, ...query }),
  },
  oneFrom('participants', 'one of them, and what was looked at before it is approved'),
  { usage: 'check <id>', about: 'look at it again', ask: move('participants', 'check') },
  { usage: 'approve <id>', about: 'let it be published', ask: move('participants', 'approve') },
  { usage: 'reject <id> <reason...>', about: 'refuse it', ask: move('participants', 'reject') },
  { usage: 'suspend <id> [reason...]', about: 'stop its sending', ask: move('participants', 'suspend') },
  { usage: 'resume <id>', about: 'end a suspension', ask: move('participants', 'resume') },
  { usage: 'retry <id>', about: 'try a failed registration again', ask: move('participants', 'retry') },
];

export const accountCommands: Asking[] = [
  {
    usage: 'list [words]',
    about: 'accounts, or those that the words find',
    options: paged(['--status <status>', 'such as ACTIVE, SUSPENDED or CLOSED']),
    columns: ['status', 'name', 'participantCount', 'userCount', 'lastDocumentAt', 'id'],
    ask: ([q], query) => get('accounts', { q, ...query }),
  },
  oneFrom('accounts', 'one of them, with its companies, people and figures'),
  {
    usage: 'open <country> <owner-email> <legal-name...>',
    about: 'a new one, with an owner whose password is passed on once',
    ask: ([countryCode, email, ...name]) =>
      post('accounts', { account: { legalName: name.join(' '), countryCode }, owner: { email } }),
  },
  {
    usage: 'suspend <id> [reason...]',
    about: 'let it only read, and take authority away',
    ask: move('accounts', 'suspend'),
  },
  { usage: 'resume <id> [reason...]', about: 'end a suspension', ask: move('accounts', 'resume') },
  {
    usage: 'close <id> <reason...>',
    about: 'shut it at once; addresses, export, credentials and in the end its content follow',
    options: [['--keep-days <n>', 'until its content is deleted; 30 when omitted']],
    ask: ([id, ...reason], { keepDays }) =>
      post(`accounts/${part(id)}/close`, {
        reason: reason.join(' '),
        keepDays: keepDays === undefined ? undefined : Number(keepDays),
      }),
  },
  {
    usage: 'closing <id>',
    about: 'how far the closing of one is, or what it would wait for',
    ask: ([id]) => get(`accounts/${part(id)}/closing`),
  },
  {
    usage: 'export-link <id>',
    about: 'the link to the export of one that is closed, to be handed over',
    ask: ([id]) => post(`accounts/${part(id)}/closing/export-link`),
  },
  {
    usage: 'reopen <id> [reason...]',
    about: 'take its closing back, until deletion begins',
    ask: move('accounts', 'reopen'),
  },
];

export const ownerCommands: Asking[] = [
  {
    usage: 'reset <account> <reason...>',
    about: 'a way back in for an owner who is lost; the account’s audit shows it',
    options: [
      ['--user <id>', 'which of them; the longest-standing when omitted'],
      ['--password', 'a password to be passed on, in place of a link'],
    ],
    ask: ([account, ...reason], { user, password }) =>
      post(`accounts/${part(account)}/owners/reset`, {
        userId: user,
        how: password ? 'password' : 'link',
        reason: reason.join(' '),
      }),
  },
];

const FILTERS: readonly (readonly [string, string])[] = [
  ['--status <status...>', 'such as SEND_RETRY SEND_FAILED'],
  ['--code <code>', 'lastErrorCode'],
  ['--access-point <seat>', "the receiver's"],
  ['--account <id>', 'of one account'],
  ['--older <time>', 'at least so old: 30m, 1h, 2d'],
  ['--q <id>', 'of a document, its envelope or AS4 message, or an address'],
];

const filtersOf = ({ account, ...query }: Options) => ({ accountId: account, ...query });

export const messageCommands: Asking[] = [
  {
    usage: 'list',
    about: 'documents of every account; never their content',
    options: paged(...FILTERS),
    columns: [
      'status',
      'accountName',
      'sender',
      'receiver',
      'lastErrorCode',
      'accessPoint',
      'createdAt',
      'id',
    ],
    ask: (_, options) => get('messages', filtersOf(options)),
  },
  oneFrom('messages', 'one of them, with every attempt to deliver it'),
  {
    usage: 'stuck',
    about: 'what does not get through, by access point and reason',
    columns: ['count', 'code', 'accessPoint', 'host', 'circuit.state', 'oldestAt', 'nextAttemptAt'],
    ask: () => get('messages/stuck'),
  },
  {
    usage: 'retry [id]',
    about: 'send a failed document again, or all that is stuck by --code or --access-point',
    options: [
      ['--code <code>', 'all with this lastErrorCode'],
      ['--access-point <seat>', 'all before this access point'],
      ['--account <id>', 'of one account'],
    ],
    ask: ([id], { account, ...asked }) =>
      id === undefined
        ? post('messages/retry', { accountId: account, ...asked })
        : post(`messages/${part(id)}/retry`),
  },
];

export const deskCommands: Asking[] = [
  listOf('desk-sessions', "who sits at which customer's desk", [
    'operatorName',
    'accountName',
    'userName',
    'since',
    'until',
    'reason',
    'id',
  ]),
  {
    usage: 'open <account> <reason...>',
    about: 'a handoff token, to act for the account within the next minute',
    ask: ([accountId, ...reason]) => post('desk-sessions', { accountId, reason: reason.join(' ') }),
  },
  {
    usage: 'end <id>',
    about: 'end one',
    ask: ([id]) => ({ method: 'DELETE', path: `desk-sessions/${part(id)}` }),
  },
];

export const sftpCommands: Asking[] = [
  {
    usage: 'list [account]',
    about: 'SFTP logins of every account, or of one',
    options: paged(),
    columns: [
      'username',
      'status',
      'authMethod',
      'lastLoginAt',
      'lockedAddresses.0.lockedUntil',
      'lockedAddresses.0.address',
      'accountId',
      'id',
    ],
    ask: ([accountId], page) => get('sftp/logins', { accountId, ...page }),
  },
  {
    usage: 'create <account> <username>',
    about: 'make one; a password is shown once',
    options: [
      ['--company <id>', 'of one company; of the whole account when omitted'],
      ['--public-key <key>', 'in place of a password'],
    ],
    ask: ([accountId, username], { company, publicKey }) =>
      post('sftp/logins', {
        accountId,
        username,
        companyId: company,
        authMethod: publicKey ? 'PUBLIC_KEY' : 'PASSWORD',
        publicKey,
      }),
  },
  ...(['disable', 'enable'] as const).map((verb) => ({
    usage: `${verb} <id>`,
    about: verb === 'disable' ? 'cut it off' : 'let it in again',
    ask: ([id]: string[]) => ({
      method: 'PATCH' as const,
      path: `sftp/logins/${part(id)}`,
      body: { status: verb === 'disable' ? 'DISABLED' : 'ACTIVE' },
    }),
  })),
  {
    usage: 'reset-password <id>',
    about: 'a new password, shown once',
    ask: ([id]) => ({ method: 'PATCH', path: `sftp/logins/${part(id)}`, body: { resetPassword: true } }),
  },
  {
    usage: 'unlock <id> [address]',
    about: 'let in again from where wrong passwords came, or from one address of them',
    options: [['--reason <reason>', 'for the audits']],
    ask: ([id, address], { reason }) => post(`sftp/logins/${part(id)}/unlock`, { address, reason }),
  },
  {
    usage: 'delete <id>',
    about: 'delete it; what it uploaded stays',
    ask: ([id]) => ({ method: 'DELETE', path: `sftp/logins/${part(id)}` }),
  },
];
