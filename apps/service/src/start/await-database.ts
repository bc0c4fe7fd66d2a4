import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Logger } from 'pino';
import { isConnectionTrouble } from '../platform/db/trouble.ts';

const PAUSE_MS = 1_000;
const REMIND_EVERY = 30;
const TRY_MS = 5_000;

/**
 * Waits until the database answers: it may start after us. A problem when it answers that it will not have us, which no
 * waiting mends.
 */
export async function awaitDatabase(
  url: string,
  log: Logger,
  signal: AbortSignal,
): Promise<{ problem: string } | undefined> {
  for (let tries = 0; ; tries++) {
    const error = await tryDatabase(url);
    if (!error) {
      if (tries > 0) log.info('the database answers');
      return undefined;
    }
    if (!isConnectionTrouble(error))
      return {
        problem: `DATABASE_URL: the server refuses us (${error.message}). Correct the URL or the rights.`,
      };
    if (tries % REMIND_EVERY === 0)
      log.warn(
        { reason: error.message || String(error) },
        'the database does not answer yet; waiting for it',
      );
    await sleep(PAUSE_MS, undefined, { signal });
  }
}

async function tryDatabase(url: string): Promise<Error | undefined> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: TRY_MS,
    query_timeout: TRY_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return undefined;
  } catch (error) {
    return error as Error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
