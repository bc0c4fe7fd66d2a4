import { COUNTRIES } from '@pappel/validation/countries';
import { invalidField } from './errors.ts';

/** A code that Peppol documents may name: ISO 3166-1, with 1A for Kosovo and XI for Northern Ireland. */
export function checkCountry(field: string, code: string): string {
  if (!COUNTRIES.has(code))
    throw invalidField(field, `${code} is no country of ISO 3166-1; give two letters such as SE`, 'UNKNOWN');
  return code;
}
