import { call } from '../api/answer.ts';
import { api } from '../api/client.ts';

interface PublicKeyOptions {
  publicKey: unknown;
}

/** Asks the browser for a passkey and the service whether it is good. `conditional` waits until one is chosen in a field. */
export async function signInByPasskey(waiting?: { signal: AbortSignal }): Promise<{ token: string }> {
  const challenge = (await call(api.POST('/v1/auth/passkey/challenge'))) as PublicKeyOptions;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    challenge.publicKey as PublicKeyCredentialRequestOptionsJSON,
  );
  const credential = await navigator.credentials.get({
    publicKey,
    ...(waiting && { mediation: 'conditional' as const, signal: waiting.signal }),
  });
  if (!(credential instanceof PublicKeyCredential)) throw new Error('No passkey was chosen. Try again.');
  const { id, response } = credential.toJSON() as { id: string; response: Record<string, string> };
  const { authenticatorData = '', clientDataJSON = '', signature = '', userHandle = '' } = response;
  return call(
    api.POST('/v1/auth/passkey/login', {
      body: { id, authenticatorData, clientDataJSON, signature, userHandle },
    }),
  );
}

/** Whether the browser offers passkeys in a field that asks for the e-mail. */
export async function offersPasskeysInField(): Promise<boolean> {
  return (await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.()) ?? false;
}

/** Has the browser make a passkey, and the service keep it under a name. */
export async function makePasskey(name: string): Promise<void> {
  const challenge = (await call(api.POST('/v1/passkeys/challenge'))) as PublicKeyOptions;
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    challenge.publicKey as PublicKeyCredentialCreationOptionsJSON,
  );
  const credential = await navigator.credentials.create({ publicKey });
  if (!(credential instanceof PublicKeyCredential)) throw new Error('No passkey was made. Try again.');
  const { id, response } = credential.toJSON() as {
    id: string;
    response: { attestationObject: string; clientDataJSON: string; transports: string[] };
  };
  const { attestationObject, clientDataJSON, transports } = response;
  await call(api.POST('/v1/passkeys', { body: { name, id, attestationObject, clientDataJSON, transports } }));
}

/** What the browser says when a person changes their mind. */
export const isGivenUp = (error: Error): boolean =>
  error.name === 'NotAllowedError' || error.name === 'AbortError';
