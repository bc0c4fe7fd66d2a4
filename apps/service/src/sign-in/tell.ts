import type { AuthMethod } from '../platform/access/principal.ts';
import { AppError } from '../platform/errors.ts';
import type { OpenCall } from '../platform/http/endpoint.ts';
import type { SignedIn } from './sign-in.ts';

/** A line in the log for each way in that was tried: who came in and how, or that nobody did. */
export async function told<Result extends SignedIn>(
  { log, address }: OpenCall<unknown>,
  authMethod: AuthMethod,
  work: Promise<Result>,
): Promise<Result> {
  try {
    const result = await work;
    log.info({ userId: result.user.id, authMethod, address }, 'signed in');
    return result;
  } catch (error) {
    if (error instanceof AppError)
      log.warn(
        { code: error.code, authMethod, address },
        error.code === 'LOGIN_LOCKED' ? 'sign-in is locked' : 'sign-in refused',
      );
    throw error;
  }
}
