import { type DocumentTypeId, documentTypeParts } from '@pappel/peppol-ids/document-type-id';
import { detectType } from './document-type.ts';
import type { Hit } from './hit.ts';
import { InstalledRules } from './packs/installed-rules.ts';
import { PackFolder } from './packs/pack-folder.ts';
import { type Difference, type RuleSet, ruleSetFor, usualRuleSet } from './rule-sets.ts';
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
  for(documentTypeId: DocumentTypeId, date?: string): RuleSet | undefined {
    const builtin = ruleSetFor(documentTypeId, date);
    const { customizationId, localName, namespace, version } = documentTypeParts(documentTypeId);
    const installed = this.#installed?.forType(customizationId);
    if (!installed) return this.#source === 'installed' ? undefined : builtin;
    if (builtin && this.#source === 'builtin') return builtin;
    if (builtin && this.#source === 'both')
      return { ...builtin, compare: (tape, hits) => differencesOf(hits, installed.check(tape)) };
    return {
      version: installed.names.join(' '),
      structure: structureFor(namespace, localName, version),
      check: (tape) => installed.check(tape),
    };
  }

  /** The rules for a document that may or may not say which type it is; in doubt all that may apply. */
  forDocument(tape: Tape, date?: string): RuleSet | undefined {
    const type = detectType(tape);
    return type ? this.for(type, date) : usualRuleSet(tape.uri(0), tape.localName(0), date);
  }
}

/** Pappel's own rules alone. */
export const BUILTIN = new RuleBook({ source: 'builtin', folder: undefined });

function differencesOf(builtin: readonly Hit[], installed: readonly Hit[]): Difference[] {
  const counts = new Map<string, { builtin: number; installed: number }>();
  const count = (hits: readonly Hit[], side: 'builtin' | 'installed'): void => {
    for (const { code } of hits) {
      const known = counts.get(code) ?? { builtin: 0, installed: 0 };
      known[side]++;
      counts.set(code, known);
    }
  };
  count(builtin, 'builtin');
  count(installed, 'installed');
  return [...counts]
    .filter(([, found]) => found.builtin !== found.installed)
    .map(([rule, found]) => ({ rule, ...found }));
}
