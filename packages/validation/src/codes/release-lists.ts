import { CURRENCIES, CURRENCIES_2025_11, EN_CURRENCIES, EN_CURRENCIES_2025_11 } from './currencies.gen.ts';
import {
  CREDIT_NOTE_TYPES,
  CREDIT_NOTE_TYPES_2025_11,
  INVOICE_TYPES,
  INVOICE_TYPES_2025_11,
} from './document-types.gen.ts';
import {
  ELECTRONIC_ADDRESS_SCHEMES,
  ELECTRONIC_ADDRESS_SCHEMES_2025_11,
  PEPPOL_ADDRESS_SCHEMES,
  PEPPOL_ADDRESS_SCHEMES_2025_11,
} from './electronic-addresses.gen.ts';
import { ICD, ICD_2025_11 } from './icd.gen.ts';

/** The code lists of billing that are not the same in all releases. */
export interface ReleaseLists {
  /** As Peppol has them, and as EN 16931. */
  currencies: ReadonlySet<string>;
  enCurrencies: ReadonlySet<string>;
  invoiceTypes: ReadonlySet<string>;
  creditNoteTypes: ReadonlySet<string>;
  /** EAS, and what Peppol uses of it. */
  addresses: ReadonlySet<string>;
  peppolAddresses: ReadonlySet<string>;
  icd: ReadonlySet<string>;
}

export const LISTS_2026_5: ReleaseLists = {
  currencies: CURRENCIES,
  enCurrencies: EN_CURRENCIES,
  invoiceTypes: INVOICE_TYPES,
  creditNoteTypes: CREDIT_NOTE_TYPES,
  addresses: ELECTRONIC_ADDRESS_SCHEMES,
  peppolAddresses: PEPPOL_ADDRESS_SCHEMES,
  icd: ICD,
};

export const LISTS_2025_11: ReleaseLists = {
  currencies: CURRENCIES_2025_11,
  enCurrencies: EN_CURRENCIES_2025_11,
  invoiceTypes: INVOICE_TYPES_2025_11,
  creditNoteTypes: CREDIT_NOTE_TYPES_2025_11,
  addresses: ELECTRONIC_ADDRESS_SCHEMES_2025_11,
  peppolAddresses: PEPPOL_ADDRESS_SCHEMES_2025_11,
  icd: ICD_2025_11,
};
