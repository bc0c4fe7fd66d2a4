import { api, call } from '../../api/client.ts';

interface PublicKeyOptions {
  publicKey: unknown;
}

/** Asks the browser for a passkey and the service whether it is good. */
export async function signInByPasskey(): Promise<{ token: string }> {
  const challenge = (await call(api.POST('/v1/auth/passkey/challenge'))) as PublicKeyOptions;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    challenge.publicKey as PublicKeyCredentialRequestOptionsJSON,
  );
  const credential = await navigator.credentials.get({ publicKey });
  if (!(credential instanceof PublicKeyCredential)) throw new Error('No passkey was chosen. Try again.');
  const { id, response } = credential.toJSON() as { id: string; response: Record<string, string> };
  const { authenticatorData = '', clientDataJSON = '', signature = '', userHandle = '' } = response;
  return call(
    api.POST('/v1/auth/passkey/login', {
      body: { id, authenticatorData, clientDataJSON, signature, userHandle },
    }),
  );
}
