import { parseXml } from '@pappel/xml/parse';
import { attributeOf, elementsOf, type XmlElement } from '@pappel/xml/tree';
import { XmlError } from '@pappel/xml/xml-error';
import { type GroupSpec, readGroups } from './read-group.ts';
import { Source } from './source.ts';
import { CREDIT_NOTE, INVOICE } from './specs/invoice.ts';
import { ORDER, ORDER_RESPONSE } from './specs/order.ts';
import { APPLICATION_RESPONSE } from './specs/response.ts';
import type { AttachedFile, DocumentKind, DocumentView, Group } from './view.ts';

/** What a view holds at most; a document may have more, and then the view says how much. */
const LINES = 1000;
const FIELDS = 2000;
/** Elements beyond which a document is not for reading by people. */
const ELEMENTS = 200_000;

const FILE = 'EmbeddedDocumentBinaryObject';
const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';

const KINDS: Record<string, { kind: DocumentKind; spec: GroupSpec }> = {
  Invoice: { kind: 'invoice', spec: INVOICE },
  CreditNote: { kind: 'creditNote', spec: CREDIT_NOTE },
  Order: { kind: 'order', spec: ORDER },
  OrderChange: { kind: 'orderChange', spec: ORDER },
  OrderCancellation: { kind: 'orderCancellation', spec: ORDER },
  OrderResponse: { kind: 'orderResponse', spec: ORDER_RESPONSE },
  ApplicationResponse: { kind: 'applicationResponse', spec: APPLICATION_RESPONSE },
  Catalogue: { kind: 'catalogue', spec: heading('Catalogue') },
  DespatchAdvice: { kind: 'despatchAdvice', spec: heading('DespatchAdvice') },
};

export type Reading = { ok: true; view: DocumentView } | { ok: false; problem: string };

/**
 * Reads a business document to what people see of it. Every value of the document is in the view: those that a term
 * names under that term, the others under `further`, by their place. Amounts stand as they stand in the document.
 *
 * @param bytes the document, XML: UBL for a view by terms, anything else shows its fields
 * @returns the view, or why there is none: not well-formed, or larger than anybody would read
 */
export function readDocument(bytes: Uint8Array): Reading {
  try {
    const limits = { elements: ELEMENTS };
    const root = parseXml(bytes, { limits, shallow: (element) => element.localName === FILE });
    return { ok: true, view: viewOf(root) };
  } catch (error) {
    if (error instanceof XmlError) return { ok: false, problem: error.message };
    throw error;
  }
}

function viewOf(root: XmlElement): DocumentView {
  const source = new Source(root);
  const isUbl = root.namespace === `${UBL}${root.localName}-2`;
  const known = isUbl && Object.hasOwn(KINDS, root.localName) ? KINDS[root.localName] : undefined;
  const { kind, spec } = known ?? { kind: 'other' as const, spec: heading('other') };
  const budget = { left: LINES, beyond: 0 };
  const [group] = readGroups(source, root, spec, budget);
  const rest = source.rest(FIELDS);
  return {
    kind,
    root: root.localName,
    group: group ?? ({ id: 'document', terms: [], groups: [] } satisfies Group),
    files: filesOf(root),
    further: rest.fields,
    left: { lines: budget.beyond, fields: rest.left },
  };
}

/** What documents without a table of their own have in common; an unknown one may have nothing of it. */
function heading(kind: string): GroupSpec {
  const terms =
    kind === 'other'
      ? {}
      : ({ 'BT-1': 'ID', 'BT-2': 'IssueDate', issueTime: 'IssueTime', 'BT-22': 'Note' } as const);
  return { id: 'document', at: '', terms };
}

function filesOf(root: XmlElement): AttachedFile[] {
  const files: AttachedFile[] = [];
  for (const element of elementsOf(root)) {
    if (element.localName !== FILE) continue;
    const mediaType = attributeOf(element, 'mimeCode');
    files.push({
      name: attributeOf(element, 'filename') ?? '',
      ...(mediaType ? { mediaType } : {}),
      bytes: Math.floor((contentLength(element) * 3) / 4),
    });
  }
  return files;
}

/** Bytes between the tags of an element whose content was not kept. */
function contentLength(element: XmlElement): number {
  const source = element.source.subarray(element.start, element.end);
  const from = source.indexOf(0x3e) + 1;
  const to = source.lastIndexOf(0x3c);
  return Math.max(0, to - from);
}
