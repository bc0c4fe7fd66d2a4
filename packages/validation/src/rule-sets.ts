import { type DocumentTypeId, documentTypeParts } from '@pappel/peppol-ids/document-type-id';
import type { Hits } from './hit.ts';
import type { HitLog } from './hit-log.ts';
import { EN16931 } from './rules/en16931/families.ts';
import { RuleEngine } from './rules/engine.ts';
import { PEPPOL_BILLING, PEPPOL_SELF_BILLING } from './rules/peppol-billing/families.ts';
import { FAMILIES } from './rules/post-award/families.ts';
import { TRANSACTIONS } from './rules/post-award/transactions.ts';
import { BILLING_2025_11, EN16931_2025_11 } from './rules/releases/2025-11.ts';
import type { Family } from './rules/rule.ts';
import type { Grammar } from './structure/grammar.ts';
import { structureFor } from './structure/structure-for.ts';
import type { Tape } from './tape/tape.ts';
import { DocumentView } from './view.ts';

/** Everything that a document of one type is held against. */
export interface RuleSet {
  /** Name and version, as findings say it. */
  version: string;
  /** Undefined where nothing is known of it. */
  structure: Grammar | undefined;
  /** A hit for each time that one of its rules is broken. */
  check(tape: Tape, hits: Hits): void;
  /** Where other rules are asked beside these: how their answer differs from `hits`. */
  compare?: (tape: Tape, hits: HitLog) => Difference[];
}

/** One rule that fired more or less often in the installed rules than in the built-in ones. */
export interface Difference {
  rule: string;
  builtin: number;
  installed: number;
}

/** Rules that came into force together. The next release is one more, and shares what did not change. */
interface Release {
  name: string;
  /** First day on which documents are held against it. */
  from: string;
  /** By root element and CustomizationID. */
  families: ReadonlyMap<string, readonly Family[]>;
  /** By root element, for documents that do not say which type they are: all that may apply. */
  usual: ReadonlyMap<string, readonly Family[]>;
}

const EN = 'urn:cen.eu:en16931:2017';
const BILLING = `${EN}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`;
const SELF_BILLING = `${EN}#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0`;

const forBoth = (customizationId: string, families: readonly Family[]): [string, readonly Family[]][] => [
  [`Invoice ${customizationId}`, families],
  [`CreditNote ${customizationId}`, families],
];

const BUSINESS_DOCUMENTS = TRANSACTIONS.filter(({ id }) => id !== 'MLS');

/** The CustomizationIDs that a document with this root element may have, if it does not say. */
export const usualCustomizations = (root: string): string[] =>
  root === 'Invoice' || root === 'CreditNote'
    ? [BILLING]
    : BUSINESS_DOCUMENTS.filter((one) => one.root === root).map(({ customizationId }) => customizationId);

/** Transactions that share a root element share families too: none is asked twice. */
function usualFamilies(billing: readonly Family[]): Map<string, readonly Family[]> {
  const byRoot = Map.groupBy(BUSINESS_DOCUMENTS, ({ root }) => root as string);
  return new Map([
    ['Invoice', billing],
    ['CreditNote', billing],
    ...[...byRoot].map(
      ([root, ones]) => [root, [...new Set(ones.flatMap(({ id }) => [...FAMILIES[id]]))]] as const,
    ),
  ]);
}

/** What a release has of its own; what is not named is as in the others. */
interface Own {
  en16931: readonly Family[];
  /** These among them. */
  billing: readonly Family[];
}

const release = (name: string, from: string, { en16931, billing }: Own): Release => ({
  name,
  from,
  families: new Map([
    ...forBoth(EN, en16931),
    ...forBoth(BILLING, billing),
    ...forBoth(SELF_BILLING, [...en16931, ...PEPPOL_SELF_BILLING]),
    ...TRANSACTIONS.map(
      ({ id, root, customizationId }) => [`${root} ${customizationId}`, FAMILIES[id]] as const,
    ),
  ]),
  usual: usualFamilies(billing),
});

/** In order of their days. Until the day of the next one, the older one decides. */
const RELEASES: readonly Release[] = [
  release('2025.11', '2000-01-01', { en16931: EN16931_2025_11, billing: BILLING_2025_11 }),
  release('2026.5', '2026-08-17', { en16931: EN16931, billing: [...EN16931, ...PEPPOL_BILLING] }),
];

/** The first day on which a release of this name decides; undefined when there is none. */
export const firstDayOf = (release: string): string | undefined =>
  RELEASES.find(({ name }) => name === release)?.from;

const releaseOn = (date: string): Release | undefined => RELEASES.findLast(({ from }) => from <= date);

/**
 * The rules for a document type, or undefined when there are none here.
 *
 * @param date the day of the question, `YYYY-MM-DD`; decides between releases
 */
export function ruleSetFor(documentTypeId: DocumentTypeId, date = today()): RuleSet | undefined {
  const { localName, namespace, customizationId, version } = documentTypeParts(documentTypeId);
  const release = releaseOn(date);
  const families = release?.families.get(`${localName} ${customizationId}`);
  return release && families && ruleSetOf(release, families, structureFor(namespace, localName, version));
}

/** The usual rules for a root element, for a document that does not say which type it is. */
export function usualRuleSet(namespace: string, localName: string, date = today()): RuleSet | undefined {
  const release = releaseOn(date);
  const families = release?.usual.get(localName);
  const structure = structureFor(namespace, localName, '2.1') ?? structureFor(namespace, localName, '2.3');
  return release && families && ruleSetOf(release, families, structure);
}

function ruleSetOf(
  { name }: Release,
  families: readonly Family[],
  structure: Grammar | undefined,
): RuleSet | undefined {
  if (!structure) return undefined;
  const engine = engineOf(families);
  return {
    version: `peppol-${name}`,
    structure,
    check: (tape, hits) => engine.run(new DocumentView(tape), hits),
  };
}

const engines = new WeakMap<readonly Family[], RuleEngine>();

/** Invoices and credit notes share theirs. */
function engineOf(families: readonly Family[]): RuleEngine {
  const engine = engines.get(families) ?? new RuleEngine(families);
  engines.set(families, engine);
  return engine;
}

/** `YYYY-MM-DD`. */
export const today = (): string => new Date().toISOString().slice(0, 10);
