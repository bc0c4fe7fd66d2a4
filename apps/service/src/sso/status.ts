import type { SsoDeps } from '../platform/oidc/provider.ts';

export interface SsoStatusDeps extends SsoDeps {
  /** Undefined where no passkey could work. */
  relyingParty: unknown;
}

/** What a sign-in page needs to know before anybody has signed in; null where there is none. [SSO-1] */
export function ssoStatus(deps: SsoStatusDeps) {
  return {
    configured: deps.sso !== undefined,
    provider: deps.sso?.settings.provider ?? null,
    issuer: deps.sso?.settings.issuer ?? null,
    passkeysEnabled: deps.relyingParty !== undefined,
  };
}
