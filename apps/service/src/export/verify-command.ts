import { verifyExport } from './verify.ts';

const HELP = `Usage: npm run pappel -- export verify FILE.zip

Holds an export against its manifest: every file is there, none was changed or added, all counts are right. It needs no
service. Exit status 0 when all is well, 1 when something is missing or changed, 2 when the file cannot be read.`;
/** Nobody reads more than that. */
const SHOWN = 100;

export async function exportCommand([verb, file, ...rest]: string[]): Promise<number> {
  if (verb !== 'verify' || file === undefined || rest.length > 0) {
    console.log(HELP);
    return 2;
  }
  const { createdAt, files, counts, problems } = await verifyExport(file);
  for (const problem of problems.slice(0, SHOWN)) console.log(problem);
  if (problems.length > SHOWN) console.log(`… and ${problems.length - SHOWN} more.`);
  if (problems.length > 0) {
    console.log(
      `${file} is not whole: ${problems.length} differences. Download it again, or ask for a new export.`,
    );
    return 1;
  }
  const what = Object.entries(counts).filter(([, count]) => count > 0);
  console.log(`${file} is whole: ${files} files as of ${createdAt}.`);
  console.log(what.map(([name, count]) => `  ${name}: ${count}`).join('\n'));
  return 0;
}
