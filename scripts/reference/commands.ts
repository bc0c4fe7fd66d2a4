import type { Command } from 'commander';
import { programOf } from '../../apps/service/src/cli.ts';
import { code, pageOf, table } from './table.ts';

/** The commands that do something, with the words that lead to each. */
function leaves(command: Command, before: readonly string[] = []): (readonly [string, Command])[] {
  return command.commands.flatMap((child) => {
    const words = [...before, child.name()];
    return child.commands.length > 0 ? leaves(child, words) : [[words.join(' '), child] as const];
  });
}

export function commandsPage(): string {
  const rows = leaves(programOf()).map(([words, command]) => [
    code(`${words} ${command.usage()}`.replace('[options]', '').trim()),
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
