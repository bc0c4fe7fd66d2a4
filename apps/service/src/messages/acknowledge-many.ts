import type { Reach } from '../platform/access/reach.ts';
import type { Db } from '../platform/db/database.ts';
import { AppError } from '../platform/errors.ts';
import { acknowledge } from './collect.ts';

export const MOST_AT_ONCE = 100;

export interface Acknowledged {
  /** As it was given. */
  id: string;
  status: 'OK' | 'ERROR';
  acknowledgedAt?: string;
  error?: { code: string; message: string };
}

/** Acknowledges each for itself, in the order given: one that cannot be is no reason to keep the others waiting. */
export async function acknowledgeMany(
  deps: { db: Db },
  principal: { reach: Reach },
  ids: readonly string[],
): Promise<Acknowledged[]> {
  const results: Acknowledged[] = [];
  for (const id of ids) results.push(await acknowledgeOne(deps, principal, id));
  return results;
}

async function acknowledgeOne(
  deps: { db: Db },
  principal: { reach: Reach },
  id: string,
): Promise<Acknowledged> {
  try {
    const { acknowledgedAt } = await acknowledge(deps, principal, id);
    return { id, status: 'OK', acknowledgedAt };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { id, status: 'ERROR', error: { code: error.code, message: error.message } };
  }
}
