import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { isWellFormedCredential } from '../platform/environment.ts';

/** Commands about API keys. */
export function keyCommands(program: Command): void {
  program
    .command('keys')
    .description('API keys')
    .command('check')
    .description('whether the API key on standard input is free of typing errors; asks nobody')
    .action(async () => {
      process.exitCode = await checkKey();
    });
}

/** The checksum in a key tells, without the service. The key comes by standard input: arguments are seen by others. */
async function checkKey(): Promise<number> {
  const isWellFormed = isWellFormedCredential((await text(process.stdin)).trim(), 'api-key');
  console.log(isWellFormed ? 'The key is well formed.' : 'This is no API key: look for a typing error.');
  return isWellFormed ? 0 : 1;
}
