/** Rules that an operator installed: one Schematron schema, compiled. */
export interface RulePack {
  /** Name of the main file without its ending, such as `PEPPOL-EN16931-UBL`. */
  name: string;
  title: string;
  /** Which release of these rules; several releases of one name stand side by side. */
  release?: string | undefined;
  /** First day on which this release decides, `YYYY-MM-DD`; always, when it has none. */
  from?: string | undefined;
  /** CustomizationIDs of the documents that it is for; a `*` at the end stands for any rest. */
  customizations: readonly string[];
  /** Ids of its rules. */
  ids: readonly string[];
  installedAt: string;
  /** What `compileSchema` made. */
  sourceVersion: number;
  source: string;
}

const EN = 'urn:cen.eu:en16931:2017';
const PEPPOL = `${EN}#compliant#urn:fdc:peppol.eu:2017:poacc`;
const TRNS = 'urn:fdc:peppol.eu:poacc:trns';

/** Official files say which documents they are for by their names only. */
const OFFICIAL: Record<string, readonly string[]> = {
  'CEN-EN16931-UBL': [`${EN}*`],
  'EN16931-UBL-validation': [`${EN}*`],
  'EN16931-UBL-validation-preprocessed': [`${EN}*`],
  'PEPPOL-EN16931-UBL': [`${PEPPOL}:billing:3.0`],
  'PEPPOL-EN16931-UBL-SB': [`${PEPPOL}:selfbilling:3.0`],
  'PEPPOLBIS-T01': [`${TRNS}:order:3`],
  'PEPPOLBIS-T16': [`${TRNS}:despatch_advice:3`],
  'PEPPOLBIS-T19': [`${TRNS}:catalogue:3`],
  'PEPPOLBIS-T58': [`${TRNS}:catalogue_response:3`],
  'PEPPOLBIS-T71': [`${TRNS}:mlr:3`],
  'PEPPOLBIS-T76': [`${TRNS}:order_response:3`],
  'PEPPOLBIS-T77': [`${TRNS}:punch_out:3`],
  'PEPPOLBIS-T110': [`${TRNS}:order_agreement:3`],
  'PEPPOLBIS-T111': [`${TRNS}:invoice_response:3`],
  'PEPPOLBIS-T114': [`${TRNS}:order_change:3`],
  'PEPPOLBIS-T115': [`${TRNS}:order_cancellation:3`],
  'PEPPOLBIS-T116': [`${TRNS}:order_response_advanced:3`],
  'peppol-mls-1.0.1': ['urn:peppol:edec:mls:1.0'],
};

/** What a pack is kept and removed by. */
export const packId = ({ name, release }: Pick<RulePack, 'name' | 'release'>): string =>
  release === undefined ? name : `${name}@${release}`;

/** Of each name the release that decides on a day: the last one that has begun. */
export function packsOn(packs: readonly RulePack[], date: string): RulePack[] {
  const begun = packs.filter(({ from = '' }) => from <= date);
  const byDay = begun.toSorted((a, b) => ((a.from ?? '') < (b.from ?? '') ? -1 : 1));
  return [...new Map(byDay.map((pack) => [pack.name, pack])).values()];
}

/** The documents that an official file of this name is for; undefined for other files. */
export const customizationsOf = (name: string): readonly string[] | undefined =>
  Object.hasOwn(OFFICIAL, name) ? OFFICIAL[name] : undefined;

export function isFor(pack: Pick<RulePack, 'customizations'>, customizationId: string): boolean {
  return pack.customizations.some((pattern) =>
    pattern.endsWith('*') ? customizationId.startsWith(pattern.slice(0, -1)) : customizationId === pattern,
  );
}
