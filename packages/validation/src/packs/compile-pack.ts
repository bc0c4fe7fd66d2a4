import { compileSchema, SOURCE_VERSION } from '../schematron/compile/compile.ts';
import { instantiate } from '../schematron/runtime/instantiate.ts';
import type { SchemaFiles } from '../schematron/schema/include.ts';
import { loadSchematron } from '../schematron/schema/load.ts';
import type { SchemaProblem } from '../schematron/schema/schema.ts';
import { customizationsOf, type RulePack } from './pack.ts';

export type PackResult = { ok: true; pack: RulePack } | { ok: false; problem: SchemaProblem };

/**
 * Makes a pack of a Schematron schema.
 *
 * @param main path of its main file among `files`
 * @param customizations of the documents that it is for; needed where the file is not an official one of Peppol
 */
export function compilePack(
  files: SchemaFiles,
  main: string,
  customizations: readonly string[],
  now: Date,
): PackResult {
  const name = main.replace(/^.*\//, '').replace(/\.sch$/i, '');
  const isFor = customizations.length > 0 ? customizations : customizationsOf(name);
  if (!isFor)
    return {
      ok: false,
      problem: {
        message: `${name} does not say which documents it is for: add --for CUSTOMIZATION_ID`,
        file: main,
      },
    };
  const loaded = loadSchematron(files, main);
  if (!loaded.ok) return loaded;
  const compiled = compileSchema(loaded.schema);
  if (!compiled.ok) return compiled;
  // What cannot be made ready must not be installed.
  instantiate(compiled.source);
  const { ids, source } = compiled;
  const { title } = loaded.schema;
  const installedAt = now.toISOString();
  const pack = {
    name,
    title,
    customizations: isFor,
    ids,
    installedAt,
    sourceVersion: SOURCE_VERSION,
    source,
  };
  return { ok: true, pack };
}
