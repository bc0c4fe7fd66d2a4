import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));

/** A command of a shell: settings of the environment, node, its options, a file. */
const COMMAND = /^((?:\w+=\S+ )*)node ((?:--\S+ )*)(\S+)$/;

/** What `npm start` says to Node and to the C library, for those who start the service in another way. */
export const NPM_START = readCommand(scripts.start);

function readCommand(command: string) {
  const [, settings, options, file] = COMMAND.exec(command) ?? [];
  if (settings === undefined || options === undefined || file === undefined)
    throw new Error(`${command} is not read here: change COMMAND with it`);
  const words = (text: string): string[] => text.split(' ').filter(Boolean);
  return {
    env: Object.fromEntries(words(settings).map((setting) => setting.split('=') as [string, string])),
    execArgv: words(options),
    file,
  };
}
