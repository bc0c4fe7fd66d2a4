import type { Command } from 'commander';

/** Nobody reads more than that. */
const SHOWN = 100;

/** Commands about exports. */
export function exportCommands(program: Command): void {
  program
    .command('export')
    .description('exports of an account')
    .command('verify <file>')
    .description(
      'whether an export is whole: nothing is missing, changed or added, all counts are right; asks nobody',
    )
    .action(async (file: string) => {
      process.exitCode = await verify(file, 'Download it again, or ask for a new export.');
    });
}

/** Says whether it is whole; answers the exit status. */
export async function verify(file: string, again: string): Promise<number> {
  const { verifyExport } = await import('./verify.ts');
  const { createdAt, files, counts, problems } = await verifyExport(file);
  for (const problem of problems.slice(0, SHOWN)) console.log(problem);
  if (problems.length > SHOWN) console.log(`… and ${problems.length - SHOWN} more.`);
  if (problems.length > 0) {
    const howMany = problems.length === 1 ? '1 difference' : `${problems.length} differences`;
    console.log(`${file} is not whole: ${howMany}. ${again}`);
    return 1;
  }
  const what = Object.entries(counts).filter(([, count]) => count > 0);
  console.log(`${file} is whole: ${files} files as of ${createdAt}.`);
  console.log(what.map(([name, count]) => `  ${name}: ${count}`).join('\n'));
  return 0;
}
