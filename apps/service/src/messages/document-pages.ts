import { type Language, languageFor } from '@pappel/document-view/language';
import { ThreadPool } from '@pappel/validation/thread-pool';
import type { Principal } from '../platform/access/principal.ts';
import { requireForDirection } from '../platform/access/route-access.ts';
import type { Db } from '../platform/db/database.ts';
import { AppError } from '../platform/errors.ts';
import type { HeavyReads } from '../platform/heavy-reads.ts';
import type { PayloadStore } from '../platform/payload-store.ts';
import { messageOf } from './collect.ts';
import { type Page, pageOf, type Question } from './page-of-document.ts';

/** Larger documents are read in a thread: what others send must not hold up everybody else. */
const INLINE_BYTES = 65_536;
const TIME_LIMIT_MS = 20_000;

/** Makes pages of documents, one large one at a time. */
export class DocumentPages {
  readonly #threads = new ThreadPool(new URL('./page-thread.ts', import.meta.url), {
    threads: 1,
    heapMegabytes: 256,
  });

  async make(question: Question): Promise<Page> {
    if (question.bytes.length <= INLINE_BYTES) return pageOf(question);
    const answered = await this.#threads.ask<Page>(question, TIME_LIMIT_MS);
    return answered.kind === 'answer'
      ? answered.answer
      : { problem: 'It is too large to be read as a page.' };
  }

  close(): Promise<void> {
    return this.#threads.close();
  }
}

export interface PageDeps {
  db: Db;
  payloads: PayloadStore;
  documentPages: DocumentPages;
  heavyReads: HeavyReads;
}

/**
 * A document as people read it. What stands in it stays in its own language; the labels are in the one that is asked for,
 * or in the first of Accept-Language that there is. [MSG-56]
 */
export async function readPage(
  deps: PageDeps,
  principal: Principal,
  id: string,
  wanted: { language?: Language; acceptLanguage?: string },
): Promise<string> {
  const message = await messageOf(deps.db, principal, id);
  requireForDirection(principal, 'GET /v1/messages/{id}/view', message.direction);
  const language = wanted.language ?? languageFor(wanted.acceptLanguage ?? '');
  const page = await deps.heavyReads.take(
    { accountId: message.account_id, bytes: message.bytes },
    async () => {
      const bytes = await deps.payloads.get(message.payload_key);
      if (!bytes)
        throw new AppError('NOT_FOUND', {
          message: 'The document is not kept any more. Ask the sender for it.',
        });
      return deps.documentPages.make({ bytes, language });
    },
  );
  if ('html' in page) return page.html;
  throw new AppError('INVALID_STATE', {
    message: `This document cannot be shown as a page: ${page.problem} Fetch its XML.`,
  });
}
