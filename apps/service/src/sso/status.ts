import type { SsoDeps } from './provider.ts';

export interface SsoStatusDeps extends SsoDeps {
  /** Undefined where no passkey could work. */
  relyingParty: unknown;
}

/** What a sign-in page needs to know before anybody has signed in. [API SSO status] */
export function ssoStatus(deps: SsoStatusDeps) {
  return {
    configured: deps.sso !== undefined,
    provider: deps.sso?.settings.provider,
    issuer: deps.sso?.settings.issuer,
    passkeysEnabled: deps.relyingParty !== undefined,
  };
}
