import { createHash } from 'node:crypto';
import type { DocumentTypeId } from '@pappel/peppol-ids/document-type-id';
import type { ParticipantId } from '@pappel/peppol-ids/participant-id';
import type { KeyMaterial } from '@pappel/pki/key-material';
import { LRUCache } from 'lru-cache';
import type { Db } from '../platform/db/database.ts';

export interface Resource {
  content: string;
  changedAt: Date;
}

interface Wanted {
  address: ParticipantId;
  documentTypeId: DocumentTypeId;
  /** Everything that the content is made of, the signing certificate aside. */
  madeOf: readonly string[];
}

/** Characters of the documents that this process served lately: our own have some thousand, those of a writer many more. */
const KEPT_LENGTH = 16 * 1_048_576;
const recent = new LRUCache<string, Resource>({
  maxSize: KEPT_LENGTH,
  sizeCalculation: ({ content }) => content.length + 1_024,
});
interface Signing {
  made: Promise<Resource>;
  /** By `performance.now()`, in ms. */
  since: number;
}
const underWay = new Map<string, Signing>();

/** Nobody joins one that is older, in ms: a statement that is never answered would else silence this address. */
const LONGEST_WAIT_MS = 5_000;

/**
 * The document as it was signed before, or signs it now: RSA is asked once for each state of a participant, whichever
 * process serves it and however often it starts. Of many who ask at once, one signs.
 */
export async function signedOnce(
  { db, smpKey }: { db: Db; smpKey: KeyMaterial },
  { address, documentTypeId, madeOf }: Wanted,
  sign: () => Promise<string>,
): Promise<Resource> {
  const parts = [address, documentTypeId, smpKey.certificate.fingerprint, ...madeOf];
  const version = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  const known = recent.get(version);
  if (known) return known;
  const others = underWay.get(version);
  if (others && performance.now() - others.since < LONGEST_WAIT_MS) return others.made;
  const own = {
    made: keptOrSigned(db, { address, documentTypeId, version }, sign),
    since: performance.now(),
  };
  underWay.set(version, own);
  try {
    const resource = await own.made;
    recent.set(version, resource);
    return resource;
  } finally {
    if (underWay.get(version) === own) underWay.delete(version);
  }
}

async function keptOrSigned(
  db: Db,
  { address, documentTypeId, version }: Omit<Wanted, 'madeOf'> & { version: string },
  sign: () => Promise<string>,
): Promise<Resource> {
  const kept = await db
    .selectFrom('smp_signed_metadata')
    .where('address', '=', address)
    .where('document_type_id', '=', documentTypeId)
    .where('version', '=', version)
    .select(['content', 'signed_at'])
    .executeTakeFirst();
  if (kept) return { content: kept.content, changedAt: kept.signed_at };
  const [content, signed_at] = [await sign(), new Date()];
  await db
    .insertInto('smp_signed_metadata')
    .values({ address, document_type_id: documentTypeId, version, content, signed_at })
    .onConflict((conflict) =>
      conflict.columns(['address', 'document_type_id']).doUpdateSet({ version, content, signed_at }),
    )
    .execute();
  return { content, changedAt: signed_at };
}
