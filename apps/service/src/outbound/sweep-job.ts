import type { Db } from '../platform/db/database.ts';
import type { PayloadStore } from '../platform/payload-store.ts';

const UNUSED_AFTER_MS = 24 * 3_600_000;

/** Removes payloads that no message has: a crash between keeping and committing, or an upload that was never used. */
export async function sweepPayloads(deps: { db: Db; payloads: PayloadStore }): Promise<void> {
  const before = new Date(Date.now() - UNUSED_AFTER_MS);
  for (const prefix of ['outbound', 'inbound', 'uploads']) {
    for await (const key of deps.payloads.olderThan(prefix, before)) {
      const used = await deps.db
        .selectFrom('messages')
        .where('payload_key', '=', key)
        .select('id')
        .executeTakeFirst();
      if (!used) await deps.payloads.remove(key);
    }
  }
  await deps.db
    .deleteFrom('uploads')
    .where('message_id', 'is', null)
    .where('expires_at', '<', before)
    .execute();
}
