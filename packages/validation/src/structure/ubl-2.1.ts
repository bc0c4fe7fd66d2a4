import { readNotation } from './notation.ts';
import { UBL_DOCUMENTS } from './ubl-2.1-documents.ts';
import { UBL_ITEMS } from './ubl-2.1-items.ts';
import { UBL_MONEY } from './ubl-2.1-money.ts';
import { UBL_PARTIES } from './ubl-2.1-parties.ts';
import { UBL_TRANSPORT } from './ubl-2.1-transport.ts';

/** A further document type is a line in `ubl-2.1-documents.ts` and its name here. */
export const UBL_2_1 = readNotation(
  [UBL_DOCUMENTS, UBL_PARTIES, UBL_MONEY, UBL_ITEMS, UBL_TRANSPORT],
  ['Invoice', 'CreditNote'],
);
