import type { Db } from '../platform/db/database.ts';
import type { JobCatalog } from '../platform/jobs/catalog.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import { beginDigest, type Digest, finishDigest } from './digest.ts';
import { digestLetter } from './digest-letter.ts';
import { documentsFor } from './documents.ts';
import { postNotice } from './post-notice.ts';
import { findRecipient } from './recipient.ts';
import type { LinkDeps } from './unsubscribe-link.ts';

interface Deps extends LinkDeps {
  db: Db;
  mailer: Mailer | undefined;
}

/**
 * Mails what happened to documents since the last mail:
 * 1. fixes how far this mail tells, and its id: a try after a crash makes the same mail, not a second one
 * 2. looks who the user is now, and what it reaches
 * 3. hands it over
 * 4. notes that it is told; what came meanwhile gets a mail of its own, 15 minutes later [NTC-4]
 */
export async function mailDigest(deps: Deps, job: JobCatalog['notices.digest']): Promise<void> {
  const digest = await beginDigest(deps.db, job);
  if (!digest) return;
  const mailed = await mail(deps, digest);
  await finishDigest(deps.db, digest, { mailed });
}

/** No server took it for a day: it is not told. What comes later is. */
export async function giveUpDigest({ db }: { db: Db }, job: JobCatalog['notices.digest']): Promise<void> {
  const digest = await beginDigest(db, job);
  if (digest) await finishDigest(db, digest, { mailed: false });
}

async function mail({ db, mailer, ...link }: Deps, digest: Digest): Promise<boolean> {
  const { kind, mailId } = digest;
  const recipient = await findRecipient(db, digest.userId, kind);
  if (!recipient || recipient.isSuspended || !mailer) return false;
  const documents = await documentsFor(db, recipient, digest);
  if (documents.count === 0) return false;
  const letter = digestLetter(kind, recipient, documents, link.publicUrl);
  return postNotice({ ...link, mailer }, recipient, { kind, mailId, letter });
}
