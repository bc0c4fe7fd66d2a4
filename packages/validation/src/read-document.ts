import { type DocumentFacts, factsOf } from './document-facts.ts';
import { excerpt } from './excerpt.ts';
import { asUtf8Document, declaringUtf8 } from './tape/encoding.ts';
import { IllFormed } from './tape/ill-formed.ts';
import type { Position } from './tape/positions.ts';
import { readTape } from './tape/tape.ts';

export type DocumentReading =
  | {
      ok: true;
      /** The document as UTF-8 that says so, where it was written otherwise; undefined when it is what was read. */
      rewritten: Uint8Array | undefined;
      facts: DocumentFacts;
    }
  | { ok: false; problem: { message: string } & Position };

/**
 * Reads a document that is to be kept: whether it is well-formed XML without DTD, within limits, and what it says of
 * itself. What is not UTF-8 is told in UTF-8, its XML declaration too, so that what is kept is what is judged and sent.
 *
 * @param bytes UTF-8, UTF-16, or any encoding of TextDecoder that the XML declaration names
 */
export function readDocument(bytes: Uint8Array): DocumentReading {
  const written = inUtf8(bytes);
  if (!('bytes' in written)) return { ok: false, problem: written };
  const reading = readTape(written.bytes);
  if (!reading.ok) {
    const { message, ...position } = reading.problem;
    return { ok: false, problem: { message: excerpt(message, LONGEST_PROBLEM), ...position } };
  }
  const isSame = Buffer.compare(written.bytes, bytes) === 0;
  return { ok: true, rewritten: isSame ? undefined : written.bytes, facts: factsOf(reading.tape) };
}

export type DocumentTaken =
  | {
      ok: true;
      /** The document in UTF-8: what is judged, kept and sent. */
      bytes: Uint8Array;
      facts: DocumentFacts;
    }
  | Extract<DocumentReading, { ok: false }>;

/** As {@link readDocument}, with the bytes that are to be kept: those that were read where they are as they should be. */
export function takeDocument(bytes: Uint8Array): DocumentTaken {
  const reading = readDocument(bytes);
  return reading.ok ? { ok: true, bytes: reading.rewritten ?? bytes, facts: reading.facts } : reading;
}

const LONGEST_PROBLEM = 300;

/** What `readTape` says of an encoding is right about its place, which is one of the bytes as they came. */
function inUtf8(bytes: Uint8Array): { bytes: Buffer } | ({ message: string } & Position) {
  try {
    return { bytes: asUtf8Document(bytes) };
  } catch (error) {
    const reading = error instanceof IllFormed ? readTape(bytes) : undefined;
    if (!reading || reading.ok) throw error;
    return reading.problem;
  }
}

/**
 * A document that came as text, such as a member of JSON: in UTF-8, whatever its XML declaration says, without a byte
 * order mark.
 */
export const documentOfText = (text: string): Buffer =>
  declaringUtf8(Buffer.from(text.startsWith('\ufeff') ? text.slice(1) : text, 'utf8'));
