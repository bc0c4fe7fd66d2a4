import type { Db } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import { parseId } from '../platform/ids.ts';
import type { PayloadStore } from '../platform/payload-store.ts';
import { UNUSED_AFTER_MS } from './upload.ts';

/** So many keys are looked for at once. */
const AT_ONCE = 1_000;

/** Removes payloads that no message has: a crash between keeping and committing, or an upload that was never used. */
export async function sweepPayloads(deps: { db: Db; payloads: PayloadStore }): Promise<void> {
  const before = new Date(Date.now() - UNUSED_AFTER_MS);
  for (const prefix of ['outbound', 'inbound', 'uploads']) {
    for await (const keys of batchesOf(deps.payloads.olderThan(prefix, before))) {
      for (const key of await unusedOf(deps.db, keys)) await deps.payloads.remove(key);
    }
  }
  await overAll(deps.db, 'job')
    .deleteFrom('uploads')
    .where('message_id', 'is', null)
    .where('expires_at', '<', before)
    .execute();
}

async function* batchesOf(keys: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = [];
  for await (const key of keys) {
    if (batch.push(key) < AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/**
 * A payload is kept under the id of its message; one that is not is looked for among all, not given up. There is no index
 * by key, which every document would pay for: the table is read once for all that are left of a batch.
 */
async function unusedOf(db: Db, keys: string[]): Promise<string[]> {
  const ids = keys.flatMap((key) => parseId<'Message'>(key.slice(key.indexOf('/') + 1)) ?? []);
  const messages = overAll(db, 'job').selectFrom('messages').select('payload_key');
  const left = without(keys, ids.length > 0 ? await messages.where('id', 'in', ids).execute() : []);
  return left.length > 0 ? without(left, await messages.where('payload_key', 'in', left).execute()) : [];
}

function without(keys: string[], used: { payload_key: string }[]): string[] {
  const held = new Set(used.map((row) => row.payload_key));
  return keys.filter((key) => !held.has(key));
}
