import { attributeOf, child, childElements, childrenNamed, textOf, type XmlElement } from '@pappel/xml/tree';
import { type Decimal, decimal } from './values/decimal.ts';

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';
export const CAC = `${UBL}:CommonAggregateComponents-2`;
export const CBC = `${UBL}:CommonBasicComponents-2`;

/** Aggregates have names that also stand in cac; all else is basic. `@name` is an attribute. */
const namespaceOf = (step: string): string => (step.startsWith('cac:') ? CAC : CBC);

/** Every element that a path such as `cac:Party/cbc:Name` leads to, in document order. */
export function all(from: XmlElement, path: string): XmlElement[] {
  let found = [from];
  for (const step of path.split('/')) {
    const [namespace, localName] = [namespaceOf(step), step.slice(4)];
    found = found.flatMap((element) => childrenNamed(element, namespace, localName));
  }
  return found;
}

/** The first of them. */
export function first(from: XmlElement, path: string): XmlElement | undefined {
  const steps = path.split('/');
  if (steps.length === 1) return child(from, namespaceOf(path), path.slice(4));
  return all(from, path)[0];
}

/** Text with white space normalised, empty when there is no such element. */
export function text(from: XmlElement, path: string): string {
  const found = first(from, path);
  return found ? normalised(found) : '';
}

export function normalised(element: XmlElement): string {
  return textOf(element)
    .replace(/[ \t\r\n]+/g, ' ')
    .trim();
}

export const exists = (from: XmlElement, path: string): boolean => first(from, path) !== undefined;

export const attribute = (element: XmlElement, name: string): string =>
  attributeOf(element, name)?.trim() ?? '';

/** A value that is no number: kills the rule that asked, not the document. */
export class NotEvaluable extends Error {}

export function amount(element: XmlElement): Decimal {
  const value = decimal(textOf(element));
  if (!value) throw new NotEvaluable(`"${normalised(element)}" is not a number`);
  return value;
}

/** The amount at a path, undefined when there is none. */
export function amountAt(from: XmlElement, path: string): Decimal | undefined {
  const found = first(from, path);
  return found && amount(found);
}

export const amounts = (from: XmlElement, path: string): Decimal[] => all(from, path).map(amount);

/** XPath of an element, with positions where siblings share the name. */
export function locationOf(element: XmlElement): string {
  const steps: string[] = [];
  for (let at: XmlElement | undefined = element; at; at = at.parent) {
    const { localName, namespace, parent } = at;
    const siblings = parent
      ? childElements(parent).filter((one) => one.localName === localName && one.namespace === namespace)
      : [];
    const position = siblings.length > 1 ? `[${siblings.indexOf(at) + 1}]` : '';
    const prefix = namespace === CAC ? 'cac:' : namespace === CBC ? 'cbc:' : '';
    steps.unshift(`${prefix}${localName}${position}`);
  }
  return `/${steps.join('/')}`;
}

/** Line and column of an element, counted from 1. */
export function positionOf(element: XmlElement): { line: number; column: number } {
  const before = Buffer.from(element.source.buffer, element.source.byteOffset, element.start);
  let line = 1;
  let lineStart = 0;
  for (let at = before.indexOf(10); at >= 0; at = before.indexOf(10, at + 1)) {
    line++;
    lineStart = at + 1;
  }
  return { line, column: element.start - lineStart + 1 };
}
