import { allIdentifierSchemes } from '@pappel/peppol-ids/identifier-schemes';

const SCHEMES = new Map(allIdentifierSchemes().map((scheme) => [scheme.icd, scheme]));
const schemeOf = (address: string) => SCHEMES.get(address.slice(0, address.indexOf(':')));

/** By what name people know the kind of number of an address; the long one on hovering. */
export function SchemeId({ address }: { address: string }) {
  const scheme = schemeOf(address);
  return scheme && <i title={scheme.name}>{scheme.id}</i>;
}

/** An address, with its kind of number. */
export function Address({ value }: { value: string }) {
  return (
    <span className="addr">
      <b>{value}</b>
      <SchemeId address={value} />
    </span>
  );
}

/** The kind of number of an address, by both of its names. */
export function Scheme({ address }: { address: string }) {
  const scheme = schemeOf(address);
  return scheme ? `${scheme.id}, ${scheme.name.replace(/\s+/g, ' ')}` : 'not known here';
}
