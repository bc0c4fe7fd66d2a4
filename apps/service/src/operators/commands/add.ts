import type { Command } from 'commander';
import type { CommandSettings } from '../../settings/command.ts';
import type { Environment } from '../../settings/settings.ts';
import { type Asking, addAsking, get } from './ask.ts';
import {
  accountCommands,
  deskCommands,
  messageCommands,
  ownerCommands,
  participantCommands,
  sftpCommands,
} from './customers.ts';
import { resetCommand } from './reset.ts';
import {
  circuitCommands,
  jobCommands,
  operatorCommands,
  reportCommands,
  tokenCommands,
  topCommands,
} from './service.ts';
import { signInCommands } from './sign-in.ts';

const GROUPS: readonly (readonly [name: string, about: string, commands: readonly Asking[]])[] = [
  ['participants', 'addresses of every account', participantCommands],
  ['accounts', 'contract parties', accountCommands],
  ['owners', 'people who own an account', ownerCommands],
  ['messages', 'documents of every account', messageCommands],
  ['circuits', 'access points that are left alone', circuitCommands],
  ['desk-sessions', 'acting for a customer', deskCommands],
  ['sftp', 'logins for files', sftpCommands],
  ['reports', 'monthly reports to OpenPeppol', reportCommands],
  ['jobs', 'background work', jobCommands],
  ['tokens', 'credentials for programs', tokenCommands],
];

const WHO: Asking = { usage: 'whoami', about: 'who one is on this machine', ask: () => get('me') };

/** Commands that ask the operator's side of a running service: all that its API does. */
export function addOperatorCommands(program: Command, settings: CommandSettings, env: Environment): void {
  for (const command of topCommands) addAsking(program, settings, command);
  for (const [name, about, commands] of GROUPS) {
    const group = program.command(name).description(about);
    for (const command of commands) addAsking(group, settings, command);
  }
  const operators = program.command('operators').description("the operator's people");
  for (const command of operatorCommands) addAsking(operators, settings, command);
  resetCommand(operators, env);
  signInCommands(program, operators, settings);
  addAsking(program, settings, WHO);
}
