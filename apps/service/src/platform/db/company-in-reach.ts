import type { Principal } from '../access/principal.ts';
import { AppError } from '../errors.ts';
import type { CompanyId } from '../ids.ts';
import type { Db } from './database.ts';
import { findInReach } from './find-in-reach.ts';

/** The company that a request names, or NOT_FOUND when there is none or it is out of reach. [GEN-3] */
export async function companyInReach(db: Db, principal: Principal, text: string): Promise<CompanyId> {
  const found = await findInReach(db, principal, 'companies', text);
  if (!found)
    throw new AppError('NOT_FOUND', {
      message: 'There is no such company for this credential. Check companyId.',
    });
  return found.id;
}

/** The same for a request that need not name one. */
export const companyIfNamed = async (
  db: Db,
  principal: Principal,
  text: string | undefined,
): Promise<CompanyId | undefined> => (text === undefined ? undefined : companyInReach(db, principal, text));
