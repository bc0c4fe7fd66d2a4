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

/** Documents of this process that were served lately, by version. */
const KEPT = 2_000;
const recent = new LRUCache<string, Promise<Resource>>({ max: KEPT });

/**
 * The document as it was signed before, or signs it now: RSA is asked once for each state of a participant, whichever
 * process serves it and however often it starts. Of many who ask at once, one signs.
 */
export function signedOnce(
  { db, smpKey }: { db: Db; smpKey: KeyMaterial },
  { address, documentTypeId, madeOf }: Wanted,
  sign: () => Promise<string>,
): Promise<Resource> {
  const parts = [address, documentTypeId, smpKey.certificate.fingerprint, ...madeOf];
  const version = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  const known = recent.get(version);
  if (known) return known;
  const made = keptOrSigned(db, { address, documentTypeId, version }, sign);
  recent.set(version, made);
  made.catch(() => recent.delete(version));
  return made;
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
