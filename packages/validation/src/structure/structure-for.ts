import { expandName } from '../ubl.ts';
import type { Grammar } from './grammar.ts';
import { readNotation } from './notation.ts';
import { UBL_CATALOGUES } from './ubl-2.1-catalogues.ts';
import { UBL_DOCUMENTS } from './ubl-2.1-documents.ts';
import { UBL_ITEMS } from './ubl-2.1-items.ts';
import { UBL_MONEY } from './ubl-2.1-money.ts';
import { UBL_ORDERS } from './ubl-2.1-orders.ts';
import { UBL_PARTIES } from './ubl-2.1-parties.ts';
import { UBL_TRANSPORT } from './ubl-2.1-transport.ts';
import { UBL_2_3_ADDITIONS, UBL_2_3_CHANGES } from './ubl-2.3.ts';

const UBL_2_1 = [UBL_DOCUMENTS, UBL_ORDERS, UBL_CATALOGUES, UBL_PARTIES, UBL_MONEY, UBL_ITEMS, UBL_TRANSPORT];

/** Those of the Peppol BIS, by version of UBL and name. A further one is a line in a table and its name here. */
const GRAMMARS: Record<string, ReadonlyMap<string, Grammar>> = {
  '2.1': readNotation({
    tables: UBL_2_1,
    documents: [
      'Invoice',
      'CreditNote',
      'Order',
      'OrderResponse',
      'DespatchAdvice',
      'ApplicationResponse',
      'Catalogue',
    ],
    extensions: 'documents',
  }),
  '2.3': readNotation({
    tables: [...UBL_2_1, UBL_2_3_ADDITIONS, UBL_2_3_CHANGES],
    documents: ['OrderResponse', 'OrderChange', 'OrderCancellation'],
    extensions: 'everywhere',
  }),
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
