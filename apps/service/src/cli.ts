import { existsSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { isWellFormedCredential } from './platform/environment.ts';
import { readCommandSettings } from './settings/command.ts';

const HELP = `Usage: npm run pappel -- COMMAND

  participants list [STATUS]            participants of every account
  participants approve ID
  participants reject ID REASON
  participants suspend ID [REASON]
  participants resume ID
  participants retry ID                 try a failed registration again
  accounts suspend ID
  accounts resume ID
  messages retry ID                     send a failed document again
  desk-sessions open ACCOUNT REASON     a handoff token, to act for the account within the next minute
  keys check                            whether the API key on standard input is free of typing errors; asks nobody
  reports list                          the latest version of each monthly report to OpenPeppol
  reports make|show|send KIND MONTH     KIND is tsr or eusr, MONTH such as 2026-10
  health                                how each part of the process is, with figures
  jobs failing                          what fails again and again, and what was given up
  log-level LEVEL                       until the next start: warn, info, debug …
  export verify FILE.zip                whether an export is whole; asks nobody
  validate FILE…                        hold documents against their rules; --help says more
  rules install|list|remove             official Schematron rules beside the built-in ones

It calls the operator's side of a running Pappel: OPERATOR_URL (http://127.0.0.1:OPERATOR_PORT) with OPERATOR_TOKEN, or
the token in DATA_DIR/operator-token.`;

const MOVES: Record<string, readonly string[]> = {
  participants: ['approve', 'reject', 'suspend', 'resume', 'retry'],
  accounts: ['suspend', 'resume'],
  messages: ['retry'],
};

const settings = readCommandSettings(process.env);

function operatorToken(): string {
  const { operatorToken: token, operatorTokenFile: file } = settings;
  if (token) return token;
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  throw new Error(`There is no operator token: set OPERATOR_TOKEN, or DATA_DIR so that ${file} exists.`);
}

async function call(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<number> {
  const answer = await fetch(`${settings.operatorUrl}/operator/v1/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${operatorToken()}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    body: body ? JSON.stringify(body) : undefined,
  });
  console.log(JSON.stringify(await answer.json(), null, 2));
  return answer.ok ? 0 : 1;
}

/** The checksum in a key tells, without the service. The key comes by standard input: arguments are seen by others. */
async function checkKey(): Promise<number> {
  const isWellFormed = isWellFormedCredential((await text(process.stdin)).trim(), 'api-key');
  console.log(isWellFormed ? 'The key is well formed.' : 'This is no API key: look for a typing error.');
  return isWellFormed ? 0 : 1;
}

/** Commands that need no running service; read when they are asked for, since rules take a while to load. */
const LOCAL: Record<string, (args: string[]) => Promise<number>> = {
  keys: async ([verb]) => (verb === 'check' ? checkKey() : 2),
  export: async (args) => (await import('./export/verify-command.ts')).exportCommand(args),
  validate: async (args) =>
    (await import('./validation/validate-command.ts')).validateCommand(args, settings.rules),
  rules: async (args) => (await import('./validation/rules-command.ts')).rulesCommand(args, settings.rules),
};

/** Exit status: 0 done, 1 refused by the service, 2 not understood or not reached. */
async function run(args: string[]): Promise<number> {
  const [subject = '', verb = '', id, ...rest] = args;
  if (Object.hasOwn(LOCAL, subject)) return LOCAL[subject]?.(args.slice(1)) ?? 2;
  const request = processRequest(subject, verb) ?? requestFor(subject, verb, id, rest.join(' '));
  if (request) return call(...request);
  console.log(HELP);
  return subject === 'help' ? 0 : 2;
}

/** About the process itself. */
function processRequest(subject: string, verb: string): Parameters<typeof call> | undefined {
  if (subject === 'health') return ['GET', 'health'];
  if (subject === 'jobs' && verb === 'failing') return ['GET', 'jobs/failing'];
  return subject === 'log-level' && verb ? ['PUT', 'log-level', { level: verb }] : undefined;
}

/** What to ask the operator's side for. */
function requestFor(
  subject: string,
  verb: string,
  id: string | undefined,
  reason: string,
): Parameters<typeof call> | undefined {
  if (subject === 'participants' && verb === 'list')
    return ['GET', `participants${id ? `?status=${encodeURIComponent(id)}` : ''}`];
  if (subject === 'reports') return reportRequest(verb, id, reason);
  if (subject === 'desk-sessions' && verb === 'open' && id && reason)
    return ['POST', 'desk-sessions', { accountId: id, reason }];
  if (MOVES[subject]?.includes(verb) && id)
    return ['POST', `${subject}/${encodeURIComponent(id)}/${verb}`, reason ? { reason } : {}];
  return undefined;
}

function reportRequest(
  verb: string,
  kind: string | undefined,
  month: string,
): Parameters<typeof call> | undefined {
  if (verb === 'list') return ['GET', 'reports'];
  const path = kind && month ? `reports/${encodeURIComponent(kind)}/${encodeURIComponent(month)}` : undefined;
  if (!path) return undefined;
  if (verb === 'show') return ['GET', path];
  if (verb === 'make') return ['POST', path];
  return verb === 'send' ? ['POST', `${path}/send`] : undefined;
}

try {
  if (settings.problems.length > 0) throw new Error(settings.problems.join('\n'));
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}
