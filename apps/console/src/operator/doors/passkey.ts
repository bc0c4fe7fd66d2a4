import { call } from '../../api/answer.ts';
import { createPasskey, provePasskey } from '../../ui/passkey.ts';
import { api } from '../api/client.ts';
import type { SignedIn } from '../api/types.ts';

/** Asks the browser for a passkey and the service whether it is good. `waiting` waits until one is chosen in a field. */
export async function signInByPasskey(waiting?: { signal: AbortSignal }): Promise<SignedIn> {
  const body = await provePasskey(await call(api.POST('/operator/v1/auth/passkey/challenge')), waiting);
  return call(api.POST('/operator/v1/auth/passkey/login', { body }));
}

/** Has the browser make a passkey, and the service keep it under a name. */
export async function makePasskey(name: string): Promise<void> {
  const made = await createPasskey(await call(api.POST('/operator/v1/me/passkeys/challenge')));
  await call(api.POST('/operator/v1/me/passkeys', { body: { name, ...made } }));
}
