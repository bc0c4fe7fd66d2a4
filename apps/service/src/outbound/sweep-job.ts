import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import { parseId } from '../platform/ids.ts';
import type { PayloadStore } from '../platform/payload-store.ts';
import { UNUSED_AFTER_MS } from './upload.ts';

/** Removes payloads that no message has: a crash between keeping and committing, or an upload that was never used. */
export async function sweepPayloads(deps: { db: Db; payloads: PayloadStore }): Promise<void> {
  const before = new Date(Date.now() - UNUSED_AFTER_MS);
  for (const prefix of ['outbound', 'inbound', 'uploads']) {
    for await (const key of deps.payloads.olderThan(prefix, before)) {
      if (!(await isUsed(deps.db, key))) await deps.payloads.remove(key);
    }
  }
  await overAll(deps.db, 'job')
    .deleteFrom('uploads')
    .where('message_id', 'is', null)
    .where('expires_at', '<', before)
    .execute();
}

/** A payload is kept under the id of its message; one that is not is looked for among all, not given up. */
async function isUsed(db: Db, key: string): Promise<boolean> {
  const id = parseId<'Message'>(key.slice(key.indexOf('/') + 1));
  const messages = overAll(db, 'job').selectFrom('messages').where('payload_key', '=', key).select('id');
  if (id && (await messages.where('id', '=', id).executeTakeFirst())) return true;
  return (await messages.executeTakeFirst()) !== undefined;
}
