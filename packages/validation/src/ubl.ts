import { nameId } from './tape/vocabulary.ts';

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';

const NAMESPACES: Record<string, string> = {
  cac: `${UBL}:CommonAggregateComponents-2`,
  cbc: `${UBL}:CommonBasicComponents-2`,
  ext: `${UBL}:CommonExtensionComponents-2`,
};

/** Namespace and local name of `cbc:ID`, of an attribute `@currencyID`, or of a document such as `Invoice`. */
export function expandName(name: string): { uri: string; localName: string } {
  if (name.startsWith('@')) return { uri: '', localName: name.slice(1) };
  const colon = name.indexOf(':');
  if (colon < 0) return { uri: `${UBL}:${name}-2`, localName: name };
  const uri = NAMESPACES[name.slice(0, colon)];
  if (uri === undefined) throw new Error(`${name} has no prefix of UBL`);
  return { uri, localName: name.slice(colon + 1) };
}

/** The number of such a name in every tape. To be asked for when a module is loaded, before any document is read. */
export function ublName(name: string): number {
  const { uri, localName } = expandName(name);
  return nameId(uri, localName);
}
