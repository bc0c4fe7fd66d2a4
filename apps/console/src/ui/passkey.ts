import { useEffect, useEffectEvent } from 'react';

/** What the browser proves of a passkey, for the service to check. */
export interface Proof {
  id: string;
  authenticatorData: string;
  clientDataJSON: string;
  signature: string;
  userHandle: string;
}

/** A passkey as the browser made it. */
export interface NewPasskey {
  id: string;
  attestationObject: string;
  clientDataJSON: string;
  transports: string[];
}

/** Asks the browser for a passkey. `waiting` waits until one is chosen in a field. */
export async function provePasskey(challenge: unknown, waiting?: { signal: AbortSignal }): Promise<Proof> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    optionsOf(challenge) as PublicKeyCredentialRequestOptionsJSON,
  );
  const credential = await navigator.credentials.get({
    publicKey,
    ...(waiting && { mediation: 'conditional' as const, signal: waiting.signal }),
  });
  if (!(credential instanceof PublicKeyCredential)) throw new Error('No passkey was chosen. Try again.');
  const { id, response } = credential.toJSON() as { id: string; response: Record<string, string> };
  const { authenticatorData = '', clientDataJSON = '', signature = '', userHandle = '' } = response;
  return { id, authenticatorData, clientDataJSON, signature, userHandle };
}

/** Has the browser make a passkey. */
export async function createPasskey(challenge: unknown): Promise<NewPasskey> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    optionsOf(challenge) as PublicKeyCredentialCreationOptionsJSON,
  );
  const credential = await navigator.credentials.create({ publicKey });
  if (!(credential instanceof PublicKeyCredential)) throw new Error('No passkey was made. Try again.');
  const { id, response } = credential.toJSON() as { id: string; response: Omit<NewPasskey, 'id'> };
  const { attestationObject, clientDataJSON, transports } = response;
  return { id, attestationObject, clientDataJSON, transports };
}

const optionsOf = (challenge: unknown): unknown => (challenge as { publicKey: unknown }).publicKey;

/** Whether the browser knows passkeys here: not by plain http from another machine. */
export const knowsPasskeys = (): boolean => globalThis.PublicKeyCredential !== undefined;

/** Whether the browser offers passkeys in a field that asks for the e-mail. */
async function offersPasskeysInField(): Promise<boolean> {
  return (await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.()) ?? false;
}

/** Offers passkeys where the browser fills in the e-mail, for as long as the form stands; undefined offers none. */
export function usePasskeyInField<Entered>(
  signIn: ((waiting: { signal: AbortSignal }) => Promise<Entered>) | undefined,
  entered: (entered: Entered) => void,
): void {
  const isOn = signIn !== undefined;
  const prove = useEffectEvent(async (signal: AbortSignal) => signIn?.({ signal }));
  const chosen = useEffectEvent(entered);
  useEffect(() => {
    if (!isOn) return;
    const over = new AbortController();
    const wait = async () => {
      const found = (await offersPasskeysInField()) ? await prove(over.signal) : undefined;
      if (found !== undefined) chosen(found);
    };
    // Nobody chose one, or the button asked instead: there is nothing to say.
    wait().catch(() => undefined);
    return () => over.abort();
  }, [isOn]);
}

/** What the browser says when a person changes their mind. */
export const isGivenUp = (error: Error): boolean =>
  error.name === 'NotAllowedError' || error.name === 'AbortError';
