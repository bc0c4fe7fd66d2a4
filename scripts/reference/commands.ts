import type { Argument, Command } from 'commander';
import { programOf } from '../../apps/service/src/cli.ts';
import { code, pageOf, table } from './table.ts';

/** Those that only lead to others have nothing to be told. */
const doesSomething = (command: Command): boolean =>
  command.commands.length === 0 || command.options.length > 0 || command.registeredArguments.length > 0;

/** The commands that do something, with the words that lead to each. */
function doing(command: Command, before: readonly string[] = []): (readonly [string, Command])[] {
  return command.commands.flatMap((child) => {
    const words = [...before, child.name()];
    const own = doesSomething(child) ? [[words.join(' '), child] as const] : [];
    return [...own, ...doing(child, words)];
  });
}

/** Its words, and what follows them. */
const usageOf = (words: string, command: Command): string =>
  [words, ...command.registeredArguments.map(shown)].join(' ');

const shown = (argument: Argument): string => {
  const name = argument.variadic ? `${argument.name()}...` : argument.name();
  return argument.required ? `<${name}>` : `[${name}]`;
};

export function commandsPage(): string {
  const rows = doing(programOf()).map(([words, command]) => [
    code(usageOf(words, command)),
    command.description(),
    command.options.map(({ flags, description }) => `${code(flags)} ${description}`).join('; '),
  ]);
  return pageOf(
    'Command line',
    'apps/service/src/cli.ts',
    '`npm run -s pappel -- COMMAND`; `help COMMAND` says more. What concerns a running Pappel asks its operator’s side (`OPERATOR_URL`). Exit status: 0 done, 1 refused or not as it should be, 2 not understood or not reached.',
    table(['Command', '', 'Options'], rows),
  );
}
