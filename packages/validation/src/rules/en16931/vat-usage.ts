import type { Node } from '../../tape/tape.ts';
import { type DocumentView, NotEvaluable, normalised } from '../../view.ts';
import { everywhere } from '../places.ts';
import { perDocument } from '../remember.ts';
import { categoryCode, isAllowance, isCharge, isVat } from './terms.ts';

type See = (node: Node) => void;

function failureOf(compute: () => void): NotEvaluable | undefined {
  try {
    compute();
    return undefined;
  } catch (failure) {
    if (failure instanceof NotEvaluable) return failure;
    throw failure;
  }
}

/**
 * Which VAT categories are used at certain places of a document, found in one pass for all categories.
 *
 * A place that cannot be read makes later answers impossible, as it does when XPath looks at one after the other: a
 * category that was seen before it is there all the same.
 */
export class Usage {
  readonly #counts = new Map<string, number>();
  readonly #failures = new Map<string, NotEvaluable>();
  #failure: NotEvaluable | undefined;

  /** @param walk shows the places in document order */
  constructor(walk: (usage: Usage) => void) {
    this.#failure = failureOf(() => walk(this));
  }

  /** A place that has the code, if `isUsed`, which is asked only now. */
  see(code: string, isUsed: () => boolean): void {
    const failure = failureOf(() => {
      if (isUsed()) this.#counts.set(code, (this.#counts.get(code) ?? 0) + 1);
    });
    if (!failure || this.#failures.has(code)) return;
    this.#failures.set(code, failure);
    if (!this.#counts.has(code)) this.#counts.set(code, FAILED_FIRST);
  }

  /** Whether the category is used. @throws NotEvaluable when something unreadable stands before it */
  has(code: string): boolean {
    const count = this.#counts.get(code) ?? 0;
    if (count > 0) return true;
    const failure = this.#failures.get(code) ?? this.#failure;
    if (failure) throw failure;
    return false;
  }

  /** How often the category is used. @throws NotEvaluable when anything is unreadable */
  count(code: string): number {
    const failure = this.#failures.get(code) ?? this.#failure;
    if (failure) throw failure;
    return this.#counts.get(code) ?? 0;
  }

  /** How often other categories are used. @throws NotEvaluable when anything is unreadable */
  countOthers(code: string): number {
    if (this.#failure) throw this.#failure;
    let sum = 0;
    for (const other of new Set([...this.#counts.keys(), ...this.#failures.keys()]))
      if (other !== code) sum += this.count(other);
    return sum;
  }
}

/** Low enough that no number of later places makes it positive. */
const FAILED_FIRST = Number.NEGATIVE_INFINITY;

type Walk = (doc: DocumentView, see: See) => void;

/** Places by the code of a category whose tax scheme is VAT. */
const byCode = (walk: Walk): ((doc: DocumentView) => Usage) =>
  perDocument(
    (doc) =>
      new Usage((usage) =>
        walk(doc, (category) => usage.see(categoryCode(doc, category), () => isVat(doc, category))),
      ),
  );

/** The same whatever the tax scheme is. */
const byCodeOfAnyTax = (walk: Walk): ((doc: DocumentView) => Usage) =>
  perDocument(
    (doc) =>
      new Usage((usage) => walk(doc, (category) => usage.see(categoryCode(doc, category), () => true))),
  );

/** Each code of the categories whose tax scheme, looked at first, is VAT. */
const byScheme = (walk: Walk): ((doc: DocumentView) => Usage) =>
  perDocument(
    (doc) =>
      new Usage((usage) =>
        walk(doc, (category) => {
          if (!isVat(doc, category)) return;
          for (const id of doc.all(category, 'cbc:ID')) usage.see(normalised(doc.string(id)), () => true);
        }),
      ),
  );

/** Each code as it stands, of a category whose tax scheme is VAT when `isOfVat`. */
const asWritten = (walk: Walk, isOfVat: boolean): ((doc: DocumentView) => Usage) =>
  perDocument(
    (doc) =>
      new Usage((usage) =>
        walk(doc, (category) => {
          for (const code of new Set(doc.strings(category, 'cbc:ID')))
            usage.see(code, () => !isOfVat || isVat(doc, category));
        }),
      ),
  );

const each =
  (find: (doc: DocumentView) => readonly Node[]): Walk =>
  (doc, see) => {
    for (const node of find(doc)) see(node);
  };

/** Categories of the allowances and charges that `find` finds and that are of a kind. */
const ofEntries =
  (find: (doc: DocumentView) => readonly Node[], isKind: typeof isAllowance): Walk =>
  (doc, see) => {
    for (const entry of find(doc))
      if (isKind(doc, entry)) for (const category of doc.all(entry, 'cac:TaxCategory')) see(category);
  };

const taxCategories = everywhere('cac:TaxCategory');
const itemCategories = everywhere('cac:ClassifiedTaxCategory');
const entries = everywhere('cac:AllowanceCharge');
const entryCategories = everywhere('cac:AllowanceCharge/cac:TaxCategory');
const entriesOfDocument = (doc: DocumentView): Node[] => doc.all(doc.root, 'cac:AllowanceCharge');
const breakdownCategories = (doc: DocumentView): Node[] =>
  doc.all(doc.root, 'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory');

/** Where VAT categories are used; each is computed when it is first asked for. */
export const USED = {
  anywhereByScheme: byScheme(each(taxCategories)),
  inItemsByScheme: byScheme(each(itemCategories)),
  inBreakdownByScheme: byScheme(each(breakdownCategories)),
  inItems: byCode(each(itemCategories)),
  inItemsOfAnyTax: byCodeOfAnyTax(each(itemCategories)),
  inAllowances: byCode(ofEntries(entries, isAllowance)),
  inCharges: byCode(ofEntries(entries, isCharge)),
  inAllowancesOfAnyTax: byCodeOfAnyTax(ofEntries(entries, isAllowance)),
  inChargesOfAnyTax: byCodeOfAnyTax(ofEntries(entries, isCharge)),
  inChargesAsWritten: asWritten(ofEntries(entries, isCharge), true),
  inAllowancesOfDocument: byCode(ofEntries(entriesOfDocument, isAllowance)),
  inChargesOfDocument: byCode(ofEntries(entriesOfDocument, isCharge)),
  inEntries: byCode(each(entryCategories)),
  inEntriesOfAnyTax: byCodeOfAnyTax(each(entryCategories)),
  inBreakdown: byCode(each(breakdownCategories)),
  inBreakdownOfAnyTax: byCodeOfAnyTax(each(breakdownCategories)),
  inBreakdownAsWritten: asWritten(each(breakdownCategories), true),
  inBreakdownAsWrittenOfAnyTax: asWritten(each(breakdownCategories), false),
};
