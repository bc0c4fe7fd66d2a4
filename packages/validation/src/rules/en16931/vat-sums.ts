import type { Node } from '../../tape/tape.ts';
import { add, type Decimal, valueKey, ZERO } from '../../values/decimal.ts';
import { type DocumentView, NotEvaluable } from '../../view.ts';
import { everywhere } from '../places.ts';
import { perDocument } from '../remember.ts';
import {
  categoryCode,
  creditNoteLinesAnywhere,
  invoiceLinesAnywhere,
  isAllowance,
  isCharge,
} from './terms.ts';

/** Elements with an amount and VAT categories: lines, allowances, charges. */
interface Kind {
  find(doc: DocumentView): readonly Node[];
  /** Where their categories are. */
  categories: string;
  amount: string;
  isMeant?: (doc: DocumentView, node: Node) => boolean;
}

interface Share {
  sum: Decimal;
  failure: NotEvaluable | undefined;
  /** Whether such an element stands before the first one that cannot be read. */
  isSeen: boolean;
}

/** What came out before something could not be read. */
interface Partly<T> {
  value: T;
  failure: NotEvaluable | undefined;
}

function partly<T>(value: T, compute: (value: T) => T): Partly<T> {
  try {
    return { value: compute(value), failure: undefined };
  } catch (failure) {
    if (failure instanceof NotEvaluable) return { value, failure };
    throw failure;
  }
}

/** Rates of VAT categories, as far as they can be read one after the other. */
const ratesOf = (doc: DocumentView, categories: readonly Node[]): Partly<Set<string>> =>
  partly(new Set(), (rates) => {
    for (const category of categories) {
      const percent = doc.decimalAt(category, 'cbc:Percent');
      if (percent) rates.add(valueKey(percent));
    }
    return rates;
  });

/**
 * Amounts of the elements of a kind that have a VAT category, in all and by rate, added up in one pass. What cannot be
 * read fails those questions that have to read it, and no others.
 */
export class CategoryTotal {
  #total: Partly<Decimal> = { value: ZERO, failure: undefined };
  readonly #shares = new Map<string, Share>();
  /** Of the first element of which not even the category can be read. */
  #failure: NotEvaluable | undefined;
  /** Of the first element of which not all rates can be read; those that every such element has all the same. */
  #rates: Partly<Set<string>> = { value: new Set(), failure: undefined };

  constructor(doc: DocumentView, code: string, kind: Kind) {
    for (const node of kind.find(doc)) {
      const { failure } = partly(undefined, () => this.#look(doc, node, code, kind));
      this.#failure ??= failure;
    }
  }

  #look(doc: DocumentView, node: Node, code: string, kind: Kind): undefined {
    if (kind.isMeant && !kind.isMeant(doc, node)) return;
    const categories = doc.all(node, kind.categories);
    if (!categories.some((category) => categoryCode(doc, category) === code)) return;
    const amount = partly(ZERO, (zero) => doc.decimalAt(node, kind.amount) ?? zero);
    this.#total = plus(this.#total, amount);
    const rates = ratesOf(doc, categories);
    for (const rate of rates.value) this.#addTo(rate, amount);
    if (!rates.failure) return;
    this.#rates = {
      value: this.#rates.failure ? this.#rates.value.intersection(rates.value) : rates.value,
      failure: this.#rates.failure ?? rates.failure,
    };
  }

  #addTo(rate: string, amount: Partly<Decimal>): void {
    const known = this.#shares.get(rate);
    const isSeen = known?.isSeen || !(this.#failure || this.#rates.failure);
    const { value: sum, failure } = known
      ? plus({ value: known.sum, failure: known.failure }, amount)
      : amount;
    this.#shares.set(rate, { sum, failure, isSeen });
  }

  /** Sum of the amounts of the category. @throws NotEvaluable when one of them cannot be read */
  get sum(): Decimal {
    const failure = this.#failure ?? this.#total.failure;
    if (failure) throw failure;
    return this.#total.value;
  }

  /** Sum of the amounts of the category at a rate. @throws NotEvaluable when one of them cannot be read */
  sumAt(rate: string): Decimal {
    const share = this.#shares.get(rate);
    const isOpen = this.#rates.failure && !this.#rates.value.has(rate);
    const failure = this.#failure ?? (isOpen ? this.#rates.failure : share?.failure);
    if (failure) throw failure;
    return share?.sum ?? ZERO;
  }

  /** Whether an element has the category at a rate. @throws NotEvaluable when one before it cannot be read */
  has(rate: string): boolean {
    if (this.#shares.get(rate)?.isSeen) return true;
    const failure = this.#failure ?? this.#rates.failure;
    if (failure) throw failure;
    return false;
  }
}

const plus = (a: Partly<Decimal>, b: Partly<Decimal>): Partly<Decimal> => ({
  value: add(a.value, b.value),
  failure: a.failure ?? b.failure,
});

const LINE = { categories: 'cac:Item/cac:ClassifiedTaxCategory', amount: 'cbc:LineExtensionAmount' };
const ENTRY = { categories: 'cac:TaxCategory', amount: 'cbc:Amount' };
const children = (name: string) => perDocument((doc): readonly Node[] => doc.all(doc.root, name));
const entriesAnywhere = everywhere('cac:AllowanceCharge');

/** Totals of a VAT category over the elements of each kind, each computed when it is first asked for. */
export type CategoryTotals = Record<
  | 'invoiceLines'
  | 'creditNoteLines'
  | 'charges'
  | 'allowances'
  | 'invoiceLinesAnywhere'
  | 'creditNoteLinesAnywhere'
  | 'entriesAnywhere',
  (doc: DocumentView) => CategoryTotal
>;

export function categoryTotals(code: string): CategoryTotals {
  const over = (kind: Kind) => perDocument((doc) => new CategoryTotal(doc, code, kind));
  /** Lines wherever they stand: mostly those of the document, which are added up already. */
  const overLines = (name: string, anywhere: (doc: DocumentView) => readonly Node[]) => {
    const find = children(name);
    const own = over({ find, ...LINE });
    const all = over({ find: anywhere, ...LINE });
    return {
      own,
      anywhere: (doc: DocumentView) => (find(doc).length === anywhere(doc).length ? own(doc) : all(doc)),
    };
  };
  const entries = children('cac:AllowanceCharge');
  const invoiceLines = overLines('cac:InvoiceLine', invoiceLinesAnywhere);
  const creditNoteLines = overLines('cac:CreditNoteLine', creditNoteLinesAnywhere);
  return {
    invoiceLines: invoiceLines.own,
    creditNoteLines: creditNoteLines.own,
    charges: over({ find: entries, ...ENTRY, isMeant: isCharge }),
    allowances: over({ find: entries, ...ENTRY, isMeant: isAllowance }),
    invoiceLinesAnywhere: invoiceLines.anywhere,
    creditNoteLinesAnywhere: creditNoteLines.anywhere,
    entriesAnywhere: over({ find: entriesAnywhere, ...ENTRY }),
  };
}
