/** What official Schematron files demand, for the commands that compare releases. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadSchematron } from '../../packages/validation/src/schematron/schema/load.ts';
import type { Schema } from '../../packages/validation/src/schematron/schema/schema.ts';

/** Official files lie here, by release; none of them is committed. */
export const OFFICIAL = resolve(import.meta.dirname, '../../.scratch/rules');

/** And whole documents, by release. */
export const EXAMPLES = resolve(OFFICIAL, '../examples');

/** A folder of official files: a path, or the name of a release that was fetched. */
export const folderOf = (release: string): string =>
  release.includes('/') ? resolve(release) : join(OFFICIAL, release);

/** The schemas of a folder by file name. @throws Error for one that cannot be read */
export function schemasIn(release: string): Map<string, Schema> {
  const folder = folderOf(release);
  const names = readdirSync(folder).filter((name) => name.endsWith('.sch'));
  if (names.length === 0) throw new Error(`There are no .sch files in ${folder}`);
  const files = new Map(names.map((name) => [name, readFileSync(join(folder, name))]));
  return new Map(
    names.sort().map((name) => {
      const loaded = loadSchematron(files, name);
      if (!loaded.ok) throw new Error(`${name}: ${loaded.problem.message}`);
      return [name, loaded.schema];
    }),
  );
}
