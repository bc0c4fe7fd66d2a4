import type { Vocabulary } from '../tape/vocabulary.ts';
import { expandName } from '../ubl.ts';

interface Step {
  /** What is undefined may be anything. */
  name: { uri: string | undefined; localName: string | undefined; ending?: string };
  /** Whether other elements may stand above it, before the next step. */
  isLoose: boolean;
}

/** A pattern of element paths. */
export interface PathPattern {
  /** Local name of the elements that it matches; undefined when they may have different ones. */
  localName: string | undefined;
  matches(vocabulary: Vocabulary, path: number): boolean;
}

/**
 * Reads `cac:Price` (anywhere), `/Invoice/cac:InvoiceLine` (from the root), with `*` for any name, `cbc:*` for
 * any of a prefix, `*Amount` for any with such an end, and `//` for anything between.
 */
export function readPattern(text: string): PathPattern {
  const anchored =
    text.startsWith('/') && !text.startsWith('//') ? text.slice(1) : `//${text.replace(/^\/\//, '')}`;
  const steps: Step[] = [];
  let isLoose = false;
  for (const part of anchored.split('/')) {
    if (part === '') isLoose = true;
    else {
      steps.push({ name: readName(part), isLoose });
      isLoose = false;
    }
  }
  return {
    localName: steps.at(-1)?.name.localName,
    matches: (vocabulary, path) => matchesUp(steps, steps.length - 1, vocabulary, path),
  };
}

function readName(part: string): Step['name'] {
  if (part.startsWith('*')) return { uri: undefined, localName: undefined, ending: part.slice(1) };
  const { uri, localName } = expandName(part);
  return { uri, localName: localName === '*' ? undefined : localName };
}

/** Whether the steps up to `index` match the path, read from its end. Path 0 is the document above the root. */
function matchesUp(steps: readonly Step[], index: number, vocabulary: Vocabulary, path: number): boolean {
  const step = steps[index];
  if (!step) return path === 0;
  if (path === 0 || !isNamed(step, vocabulary, path)) return false;
  for (let above = vocabulary.parentOf(path); ; above = vocabulary.parentOf(above)) {
    if (matchesUp(steps, index - 1, vocabulary, above)) return true;
    if (!step.isLoose || above === 0) return false;
  }
}

function isNamed({ name: { uri, localName, ending } }: Step, vocabulary: Vocabulary, path: number): boolean {
  const id = vocabulary.nameOf(path);
  if (localName !== undefined && vocabulary.localName(id) !== localName) return false;
  if (ending && !vocabulary.localName(id).endsWith(ending)) return false;
  return uri === undefined || vocabulary.uri(id) === uri;
}
