import { type DocumentTypeId, documentTypeParts } from '@pappel/peppol-ids/document-type-id';
import type { RuleFamily } from './rule.ts';
import { MANDATORY_TERMS } from './rules/en16931/mandatory-terms.ts';
import { TOTALS } from './rules/en16931/totals.ts';

/** Rules that are in force together. Another release is another entry, which may share families. */
export interface RuleSet {
  version: string;
  families: readonly RuleFamily[];
}

const EN16931: RuleSet = { version: 'en16931-1.3.16', families: [MANDATORY_TERMS, TOTALS] };

const CUSTOMIZATIONS: Record<string, RuleSet> = {
  'urn:cen.eu:en16931:2017': EN16931,
  'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0': EN16931,
  'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0': EN16931,
};

const ROOTS = new Set(['Invoice', 'CreditNote']);

/** The rules for a document type, or undefined when there are none here. */
export function ruleSetFor(documentTypeId: DocumentTypeId): RuleSet | undefined {
  const { localName, namespace, customizationId, version } = documentTypeParts(documentTypeId);
  const isUbl =
    ROOTS.has(localName) && namespace.startsWith('urn:oasis:names:specification:ubl:') && version === '2.1';
  return isUbl ? CUSTOMIZATIONS[customizationId] : undefined;
}

/** Whether documents of this type are validated. */
export function hasRules(documentTypeId: DocumentTypeId): boolean {
  return ruleSetFor(documentTypeId) !== undefined;
}
