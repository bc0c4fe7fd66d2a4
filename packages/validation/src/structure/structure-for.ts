import { expandName } from '../ubl.ts';
import type { Grammar } from './grammar.ts';
import { readNotation } from './notation.ts';
import { UBL_2_1 } from './ubl-2.1.gen.ts';
import { UBL_2_3 } from './ubl-2.3.gen.ts';

/** By version of UBL and name: the documents of the Peppol BIS. */
const GRAMMARS: Readonly<Record<string, ReadonlyMap<string, Grammar>>> = {
  '2.1': readNotation(UBL_2_1),
  '2.3': readNotation(UBL_2_3),
};

/**
 * The structure of a document type, for `checkStructure`; undefined for one of which nothing is known here.
 *
 * @param uri namespace of the root element
 * @param version of the document type id: `2.1` or `2.3`
 */
export function structureFor(uri: string, localName: string, version: string): Grammar | undefined {
  const grammar = Object.hasOwn(GRAMMARS, version) ? GRAMMARS[version]?.get(localName) : undefined;
  return grammar !== undefined && expandName(localName).uri === uri ? grammar : undefined;
}
