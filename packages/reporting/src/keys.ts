import type { ReportKey } from './report.ts';

const split = (id: string): { scheme: string; value: string } => {
  const at = id.indexOf('::');
  return { scheme: id.slice(0, at), value: id.slice(at + 2) };
};

/** @param id with its scheme: `busdox-docid-qns::…` */
export const documentTypeKey = (id: string): ReportKey => ({ metaScheme: 'DT', ...split(id) });
/** @param id with its scheme: `cenbii-procid-ubl::…` */
export const processKey = (id: string): ReportKey => ({ metaScheme: 'PR', ...split(id) });
export const providerKey = (seat: string): ReportKey => ({
  metaScheme: 'SP',
  scheme: 'CertSubjectCN',
  value: seat,
});
export const countryKey = (
  role: 'SenderCountry' | 'ReceiverCountry' | 'EndUserCountry',
  value: string,
): ReportKey => ({ metaScheme: 'CC', scheme: role, value });

/** One text for a combination of keys; sorting by it makes a report the same each time it is made. */
export const combinationOf = (keys: readonly ReportKey[]): string =>
  keys.map((key) => `${key.metaScheme} ${key.scheme}::${key.value}`).join('\n');
