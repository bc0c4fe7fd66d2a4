/** `npm run bench:channels [-- PART…]`: the channels one after the other, a file each; all of them when none is named. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const parts = readdirSync(import.meta.dirname).flatMap((file) => /^channels-(.+)\.ts$/.exec(file)?.[1] ?? []);
const asked = process.argv.slice(2);
const unknown = asked.find((part) => !parts.includes(part));
if (unknown) {
  console.error(`There is no part "${unknown}": name some of ${parts.join(', ')}.`);
  process.exit(2);
}
for (const part of asked.length > 0 ? asked : parts) {
  console.log(`\n${part}`);
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `channels-${part}.ts`)], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}
