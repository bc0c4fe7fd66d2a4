/**
 * `npm run rules:diff -- OLD NEW [--short]`: ids added, removed and changed between two releases of official rules, each
 * a folder of .sch files or the name of a release that `npm run rules:fetch` brought. Of a code list the codes that
 * came or went are told; `--short` leaves out changed words and whole tests.
 */
import { differences } from '../../packages/validation/tests/diff-releases.ts';
import { schemasIn } from './read-official.ts';

const [older, newer, mode] = process.argv.slice(2);
if (older === undefined || newer === undefined)
  throw new Error('Usage: npm run rules:diff -- OLD NEW [--short]');
const [before, after] = [schemasIn(older), schemasIn(newer)];
const isShort = mode === '--short';
for (const [name, schema] of after) {
  const old = before.get(name);
  if (!old) {
    console.log(`\n${name} is new`);
    continue;
  }
  const changes = differences(old, schema)
    .map((change) => ({
      ...change,
      details: change.details.filter((line) => !(isShort && line.startsWith('words:'))),
    }))
    .filter(({ kind, details }) => kind !== 'changed' || details.length > 0);
  const count = (kind: string): number => changes.filter((change) => change.kind === kind).length;
  console.log(`\n${name}: ${count('added')} added, ${count('removed')} removed, ${count('changed')} changed`);
  for (const { id, kind, details } of changes) {
    console.log(`  ${kind} ${id}`);
    for (const line of details)
      console.log(`    ${isShort && line.length > 160 ? `${line.slice(0, 160)}…` : line}`);
  }
}
for (const name of before.keys()) if (!after.has(name)) console.log(`\n${name} is gone`);
