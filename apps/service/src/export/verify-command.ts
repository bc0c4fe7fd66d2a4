import type { Command } from 'commander';
import type { WithoutBytes } from '../platform/db/archive-tables.ts';

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
  const { createdAt, files, counts, archive, lost, problems } = await verifyExport(file);
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
  const { withoutBytes } = archive ?? {};
  if (withoutBytes && lost.length > 0) for (const line of ofLost(lost, withoutBytes)) console.log(line);
  return 0;
}

/** What such an archive does not have, which is whole for all that. */
function ofLost(lost: readonly string[], { decidedAt, decidedBy, reason }: WithoutBytes): string[] {
  const howMany = lost.length === 1 ? '1 document' : `${lost.length} documents`;
  const more = lost.length > SHOWN ? [`  … and ${lost.length - SHOWN} more.`] : [];
  return [
    `The bytes of ${howMany} are not in it: they were lost before. Archived without them by ${decidedBy}, ${decidedAt}: ${reason}`,
    ...lost.slice(0, SHOWN).map((path) => `  ${path}`),
    ...more,
  ];
}
