import { existsSync, readFileSync } from 'node:fs';
import { Argument, type Command } from 'commander';
import type { CommandSettings } from './settings/command.ts';

interface Ask {
  method: 'GET' | 'POST' | 'PUT';
  /** Below /operator/v1. */
  path: string;
  body?: unknown;
}

type Adding = (parent: Command, usage: string, about: string, ask: (...args: string[]) => Ask) => Command;

/** Commands that ask the operator's side of a running service, and print what it answers. */
export function operatorCommands(program: Command, settings: CommandSettings): void {
  const add: Adding = (parent, usage, about, ask) =>
    parent
      .command(usage)
      .description(about)
      .action(async (...given: unknown[]) => {
        const command = given.at(-1) as Command;
        process.exitCode = await call(settings, ask(...command.args));
      });
  participantCommands(program, add);
  accountCommands(program, add);
  reportCommands(program, add);
  add(program, 'health', 'how each part of the process is, with figures', () => get('health'));
  const jobs = program.command('jobs').description('background work');
  add(jobs, 'failing', 'what fails again and again, and what was given up', () => get('jobs/failing'));
  const setLevel = (level = ''): Ask => ({ method: 'PUT', path: 'log-level', body: { level } });
  add(program, 'log-level <level>', 'until the next start: warn, info, debug …', setLevel);
}

function participantCommands(program: Command, add: Adding): void {
  const participants = program.command('participants').description('addresses of every account');
  add(participants, 'list [status]', 'all of them, or those of a status', (status) =>
    get(status === undefined ? 'participants' : `participants?status=${encodeURIComponent(status)}`),
  );
  add(participants, 'approve <id>', 'let it be published', move('participants', 'approve'));
  add(participants, 'reject <id> <reason...>', 'refuse it', move('participants', 'reject'));
  add(participants, 'suspend <id> [reason...]', 'stop its sending', move('participants', 'suspend'));
  add(participants, 'resume <id>', 'end a suspension', move('participants', 'resume'));
  add(participants, 'retry <id>', 'try a failed registration again', move('participants', 'retry'));
}

function accountCommands(program: Command, add: Adding): void {
  const accounts = program.command('accounts').description('contract parties');
  add(accounts, 'suspend <id>', 'let it only read, and take authority away', move('accounts', 'suspend'));
  add(accounts, 'resume <id>', 'end a suspension', move('accounts', 'resume'));
  const messages = program.command('messages').description('documents of every account');
  add(messages, 'retry <id>', 'send a failed document again', move('messages', 'retry'));
  const desk = program.command('desk-sessions').description('acting for a customer');
  const about = 'a handoff token, to act for the account within the next minute';
  add(desk, 'open <account> <reason...>', about, (accountId, ...reason) => ({
    method: 'POST',
    path: 'desk-sessions',
    body: { accountId, reason: reason.join(' ') },
  }));
}

function reportCommands(program: Command, add: Adding): void {
  const reports = program.command('reports').description('monthly reports to OpenPeppol');
  add(reports, 'list', 'the latest version of each', () => get('reports'));
  const ofMonth = (name: string, about: string, ask: (path: string) => Ask): void => {
    const command = add(reports, name, about, (kind = '', month = '') =>
      ask(`reports/${encodeURIComponent(kind)}/${encodeURIComponent(month)}`),
    );
    command
      .addArgument(new Argument('<kind>').choices(['tsr', 'eusr']))
      .argument('<month>', 'such as 2026-10');
  };
  ofMonth('make', 'count a month again', (path) => ({ method: 'POST', path }));
  ofMonth('show', 'what it says', get);
  ofMonth('send', 'deliver it', (path) => ({ method: 'POST', path: `${path}/send` }));
}

const get = (path: string): Ask => ({ method: 'GET', path });

/** A move of something that stands in the path, with a reason where there is one. */
const move =
  (what: string, verb: string) =>
  (id = '', ...reason: string[]): Ask => ({
    method: 'POST',
    path: `${what}/${encodeURIComponent(id)}/${verb}`,
    body: reason.length > 0 ? { reason: reason.join(' ') } : {},
  });

async function call(settings: CommandSettings, { method, path, body }: Ask): Promise<number> {
  const answer = await fetch(`${settings.operatorUrl}/operator/v1/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${operatorToken(settings)}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    body: body ? JSON.stringify(body) : undefined,
  });
  console.log(JSON.stringify(await answer.json(), null, 2));
  return answer.ok ? 0 : 1;
}

function operatorToken({ operatorToken: token, operatorTokenFile: file }: CommandSettings): string {
  if (token) return token;
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  throw new Error(`There is no operator token: set OPERATOR_TOKEN, or DATA_DIR so that ${file} exists.`);
}
