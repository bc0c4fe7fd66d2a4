import { createHash } from 'node:crypto';
import type { PublishedEndpoint } from '@pappel/smp/write';
import { type Db, transaction } from '../platform/db/database.ts';
import { overAll } from '../platform/db/roots.ts';
import { enqueue } from '../platform/jobs/enqueue.ts';

/**
 * An SMP elsewhere goes on saying what it was told: when our certificate or address is another than then, every published
 * participant is told anew. Our own SMP says what is so at the moment that it is asked.
 */
export async function followEndpoint(db: Db, smpUrl: string, endpoint: PublishedEndpoint): Promise<void> {
  const now = digestOf(endpoint);
  await transaction(db, async (tx) => {
    const told = await tx
      .selectFrom('smp_registrations')
      .where('smp_url', '=', smpUrl)
      .select('endpoint')
      .forUpdate()
      .executeTakeFirst();
    if (told?.endpoint === now) return;
    await tx
      .insertInto('smp_registrations')
      .values({ smp_url: smpUrl, endpoint: now })
      .onConflict((conflict) => conflict.column('smp_url').doUpdateSet({ endpoint: now }))
      .execute();
    const published = await overAll(tx, 'job')
      .selectFrom('participants')
      .where('status', 'in', ['ACTIVE', 'SUSPENDED'])
      .select('id')
      .execute();
    for (const { id } of published)
      await enqueue(tx, 'participants.refresh', { participantId: id }, { key: `refresh-${id}` });
  });
}

const digestOf = ({ url, certificateDer, contact }: PublishedEndpoint): string =>
  createHash('sha256')
    .update(JSON.stringify([url, contact]))
    .update(certificateDer)
    .digest('hex');
