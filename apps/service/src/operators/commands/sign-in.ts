import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Command } from 'commander';
import type { CommandSettings } from '../../settings/command.ts';
import { type Answer, type Ask, call, post } from './ask.ts';
import { forgetSession, keepSession, sharedToken } from './credential.ts';

/** Who one is on this machine, for the commands that follow. */
export function signInCommands(program: Command, operators: Command, settings: CommandSettings): void {
  operators
    .command('first <email> <name...>')
    .description('make the first operator, with the shared token of DATA_DIR; asks for a password')
    .action(async (email: string, name: string[]) => {
      const credential = sharedToken(settings);
      if (!credential)
        throw new Error(
          `The shared token is needed: set DATA_DIR so that ${settings.operatorTokenFile} exists.`,
        );
      const body = { email, name: name.join(' '), password: await readPassword('A password of yours: ') };
      await signIn(settings, { ...post('auth/first', body), credential });
    });
  program
    .command('sign-in <email>')
    .description('for the commands that follow on this machine; asks for the password')
    .action(async (email: string) => {
      const body = { email, password: await readPassword('Password: ') };
      await signIn(settings, { ...post('auth/login', body), credential: '' });
    });
  program
    .command('sign-out')
    .description('end that session')
    .action(async () => {
      report(await call(settings, { method: 'POST', path: 'auth/logout' }), 'Signed out.');
      forgetSession(settings);
    });
  program
    .command('change-password')
    .description('your own; asks for the present one and the new one')
    .action(async () => {
      const currentPassword = await readPassword('Present password: ');
      const body = { currentPassword, password: await readPassword('New password: ') };
      report(await call(settings, { method: 'PATCH', path: 'me', body }), 'Changed.');
    });
}

async function signIn(settings: CommandSettings, ask: Ask): Promise<void> {
  const answer = await call(settings, ask);
  if (answer.ok) {
    const { token, operator } = answer.body as { token: string; operator: SignedIn };
    keepSession(settings, token);
    const then = operator.mustChangePassword ? ' Run change-password before anything else.' : '';
    report(answer, `Signed in as ${operator.name}, ${operator.role}.${then}`);
  } else report(answer, '');
}

interface SignedIn {
  name: string;
  role: string;
  mustChangePassword: boolean;
}

function report({ ok, message }: Answer, done: string): void {
  if (ok) console.log(done);
  else console.error(message);
  process.exitCode = ok ? 0 : 1;
}

let lines: AsyncIterator<string> | undefined;

/** From a terminal without showing it; else a line of what is piped in. */
async function readPassword(prompt: string): Promise<string> {
  if (!process.stdin.isTTY) {
    lines ??= createInterface({ input: process.stdin })[Symbol.asyncIterator]();
    return String((await lines.next()).value ?? '');
  }
  process.stderr.write(prompt);
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: unseen, terminal: true });
  const answer = await terminal.question('');
  terminal.close();
  process.stderr.write('\n');
  return answer;
}
