import { Command, CommanderError } from 'commander';
import { keyCommands } from './api-keys/key-commands.ts';
import { backupCommands } from './backup/backup-command.ts';
import { doctorCommands } from './doctor/doctor-command.ts';
import { archiveCommands } from './export/archives/archive-command.ts';
import { exportCommands } from './export/verify-command.ts';
import { addOperatorCommands } from './operators/commands/add.ts';
import { completionCommand } from './operators/commands/completion.ts';
import { rotationCommands } from './rotation/rotation-command.ts';
import { readCommandSettings } from './settings/command.ts';
import type { Config } from './settings/config.ts';
import { rulesCommands } from './validation/rules-command.ts';
import { validateCommand } from './validation/validate-command.ts';
import { listenCommand } from './webhooks/listen-command.ts';

const AFTER = `
What concerns a running Pappel asks its operator's side: OPERATOR_URL (http://127.0.0.1:OPERATOR_PORT) with OPERATOR_TOKEN,
or as who ran sign-in, or with the shared token in DATA_DIR/operator-token. In a terminal answers are tables; else, and with
--json, they are JSON.

Exit status: 0 done, 1 refused or not as it should be, 2 not understood or not reached.`;

/** Keys and clients of the installation; a command that needs none does not load them. */
const openNetwork = async (config: Config) => (await import('./foundation.ts')).openNetwork(config);

/** Every command, by who adds it. Their handlers answer the exit status. */
export function programOf(): Command {
  const settings = readCommandSettings(process.env);
  if (settings.problems.length > 0) throw new Error(settings.problems.join('\n'));
  // What is made of it later inherits this.
  const program = new Command('npm run pappel --').exitOverride().showSuggestionAfterError();
  program.helpCommand('help [command]', 'what a command takes').addHelpText('after', AFTER);
  addOperatorCommands(program, settings, process.env);
  listenCommand(program, process.env);
  keyCommands(program);
  exportCommands(program);
  archiveCommands(program, process.env);
  backupCommands(program, process.env);
  rotationCommands(program, process.env, openNetwork);
  doctorCommands(program, process.env, openNetwork);
  validateCommand(program, settings.rules);
  rulesCommands(program, settings.rules);
  completionCommand(program);
  return program;
}

async function run(): Promise<void> {
  try {
    await programOf().parseAsync();
  } catch (error) {
    // Help that was asked for ends well.
    const isCommander = error instanceof CommanderError;
    if (!isCommander) console.error((error as Error).message);
    process.exitCode = isCommander && error.exitCode === 0 ? 0 : 2;
  }
}

if (import.meta.main) await run();
