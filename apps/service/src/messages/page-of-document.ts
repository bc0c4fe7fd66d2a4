import type { Language } from '@pappel/document-view/language';
import { readDocument } from '@pappel/document-view/read';
import { writeHtml } from '@pappel/document-view/write-html';

export interface Question {
  bytes: Uint8Array;
  language: Language;
}

export type Page = { html: string } | { problem: string };

/** A document as a page for people, or why it cannot be one. */
export function pageOf({ bytes, language }: Question): Page {
  const reading = readDocument(bytes);
  return reading.ok ? { html: writeHtml(reading.view, language) } : { problem: reading.problem };
}
