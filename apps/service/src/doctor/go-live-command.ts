import { Argument, type Command } from 'commander';
import { inspectConfig } from '../settings/config.ts';
import type { Environment } from '../settings/settings.ts';
import type { Finding } from './finding.ts';
import { GO_LIVE_ITEMS, type GoLiveItem, type GoLiveState, goLive, noteGoLive } from './go-live.ts';

/** The way to the production network, and how far it is. */
export function goLiveCommand(program: Command, env: Environment, look: () => Promise<Finding[]>): void {
  const { config } = inspectConfig(env);
  const command = program
    .command('go-live')
    .description('what OpenPeppol asks for before the first real document, and how far it is')
    .option('--json', 'for programs')
    .action(async (options: { json?: boolean }) => {
      const items = await goLive(config, await look());
      if (options.json) console.log(JSON.stringify({ items }, null, 2));
      else for (const line of inLines(items)) console.log(line);
      process.exitCode = items.some(({ state }) => state === 'open') ? 1 : 0;
    });
  const item = () => new Argument('<item>', 'what it is about').choices(GO_LIVE_ITEMS);
  command
    .command('done')
    .description('note that something was done which cannot be seen from here')
    .addArgument(item())
    .argument('[note...]', 'such as a date, a reference, who did it')
    .action((of: GoLiveItem, note: string[]) => noteGoLive(config.dataDir, of, note.join(' ')));
  command
    .command('undo')
    .description('take such a note back')
    .addArgument(item())
    .action((of: GoLiveItem) => noteGoLive(config.dataDir, of, undefined));
}

function inLines(items: readonly GoLiveState[]): string[] {
  const width = Math.max(...items.map(({ item }) => item.length));
  const open = items.filter(({ state }) => state === 'open').length;
  return [
    ...items.flatMap(({ item, what, state, how }) => [
      `${state === 'done' ? '[x]' : '[ ]'}  ${item.padEnd(width)}  ${what}`,
      `${' '.repeat(width + 7)}${how}`,
    ]),
    '',
    open === 0 ? 'Nothing is open.' : `${open} of ${items.length} are open.`,
  ];
}
