import { invalidField } from '../platform/errors.ts';
import { completeCodeFlow, type SsoFace } from '../platform/oidc/code-flow.ts';
import { type ProvenIdentity, verifyIdToken } from '../platform/oidc/id-token.ts';
import { requireSso } from '../platform/oidc/provider.ts';

/** Either an ID token that the caller already has, or the end of a flow that began here. */
export interface IdentityProof {
  idToken?: string;
  nonce?: string;
  flow?: string;
  callbackUrl?: string;
}

/** Who the provider says this is, or 401 UNAUTHORIZED. */
export async function proveIdentity(
  face: SsoFace,
  { idToken, nonce, flow, callbackUrl }: IdentityProof,
): Promise<ProvenIdentity> {
  const provider = requireSso(face);
  if (idToken !== undefined && flow === undefined && callbackUrl === undefined)
    return verifyIdToken(provider, idToken, nonce);
  if (idToken === undefined && flow !== undefined && callbackUrl !== undefined)
    return completeCodeFlow(face, { flow, callbackUrl });
  throw invalidField('idToken', 'is needed; or flow with callbackUrl, and not both ways', 'REQUIRED');
}
