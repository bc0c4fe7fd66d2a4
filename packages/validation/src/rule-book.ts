import { type DocumentTypeId, documentTypeParts } from '@pappel/peppol-ids/document-type-id';
import { detectType } from './document-type.ts';
import type { HitLog } from './hit-log.ts';
import { InstalledRules } from './packs/installed-rules.ts';
import { PackFolder } from './packs/pack-folder.ts';
import {
  type Difference,
  type RuleSet,
  ruleSetFor,
  today,
  usualCustomizations,
  usualRuleSet,
} from './rule-sets.ts';
import type { Grammar } from './structure/grammar.ts';
import { structureFor } from './structure/structure-for.ts';
import type { Tape } from './tape/tape.ts';

/** Whose rules decide: Pappel's own, those an operator installed, or Pappel's with the installed ones beside them. */
export type RuleSource = 'builtin' | 'installed' | 'both';

export interface RuleBookOptions {
  source: RuleSource;
  /** Folder of installed packs. */
  folder: string | undefined;
}

/** Which rules there are for a document. A type for which Pappel has none has those that are installed for it. */
export class RuleBook {
  readonly #source: RuleSource;
  readonly #installed: InstalledRules | undefined;

  constructor({ source, folder }: RuleBookOptions) {
    this.#source = source;
    this.#installed = folder === undefined ? undefined : new InstalledRules(new PackFolder(folder));
  }

  /**
   * The rules for a document type, undefined when there are none.
   *
   * @param date the day of the question, `YYYY-MM-DD`, today when omitted
   */
  for(documentTypeId: DocumentTypeId, date = today()): RuleSet | undefined {
    const { customizationId, localName, namespace, version } = documentTypeParts(documentTypeId);
    const structure = structureFor(namespace, localName, version);
    return this.#chosen(ruleSetFor(documentTypeId, date), [customizationId], structure, date);
  }

  /** The rules for a document that may or may not say which type it is; in doubt all that may apply. */
  forDocument(tape: Tape, date = today()): RuleSet | undefined {
    const type = detectType(tape);
    if (type) return this.for(type, date);
    const [namespace, localName] = [tape.uri(0), tape.localName(0)];
    const builtin = usualRuleSet(namespace, localName, date);
    return this.#chosen(builtin, usualCustomizations(localName), builtin?.structure, date);
  }

  #chosen(
    builtin: RuleSet | undefined,
    customizationIds: readonly string[],
    structure: Grammar | undefined,
    date: string,
  ): RuleSet | undefined {
    const installed = this.#installed?.forTypes(customizationIds, date);
    if (!installed) return this.#source === 'installed' ? undefined : builtin;
    if (builtin && this.#source === 'builtin') return builtin;
    if (builtin && this.#source === 'both')
      return { ...builtin, compare: (tape, hits) => differencesOf(hits, installed.counts(tape)) };
    return {
      version: installed.names.join(' '),
      structure,
      check: (tape, hits) => installed.check(tape, hits),
    };
  }
}

/** Pappel's own rules alone. */
export const BUILTIN = new RuleBook({ source: 'builtin', folder: undefined });

/** The structure is ours alone. A document that was not looked at to its end by both has nothing to compare. */
function differencesOf({ counts, isFull }: HitLog, installed: ReadonlyMap<string, number>): Difference[] {
  if (isFull) return [];
  return [...new Set([...counts.keys(), ...installed.keys()])]
    .filter((rule) => rule !== 'XSD')
    .map((rule) => ({ rule, builtin: counts.get(rule) ?? 0, installed: installed.get(rule) ?? 0 }))
    .filter((found) => found.builtin !== found.installed);
}
