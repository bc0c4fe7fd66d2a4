import type { Environment } from './settings.ts';

/** Where people of this installation sign in, as the environment says it. */
export interface SsoSettings {
  issuer: string;
  clientId: string;
  /** Undefined for a public client, which PKCE alone protects. */
  clientSecret: string | undefined;
  /** What people call the provider. */
  provider: string;
  /** Where the provider sends people back to. */
  redirectUri: string;
  /** Only on a local network may the provider be reached without TLS. */
  allowHttp: boolean;
}

/** OIDC_ISSUER with OIDC_CLIENT_ID, and the optional rest; undefined where single sign-on is not set up. */
export function readSsoSettings(
  env: Environment,
  context: { publicUrl: string; isLocal: boolean },
): SsoSettings | { problem: string } | undefined {
  const [issuer, clientId] = [env['OIDC_ISSUER'], env['OIDC_CLIENT_ID']];
  if (!issuer && !clientId) return undefined;
  if (!issuer || !clientId)
    return { problem: 'OIDC_ISSUER and OIDC_CLIENT_ID belong together. Set both, or neither.' };
  const schemes = context.isLocal ? ['https:', 'http:'] : ['https:'];
  const url = URL.parse(issuer);
  if (!url || !schemes.includes(url.protocol) || url.search !== '' || url.hash !== '')
    return {
      problem: `OIDC_ISSUER=${issuer} is no https URL. Set the issuer exactly as the provider names it.`,
    };
  const redirectUri = env['OIDC_REDIRECT_URL'] ?? `${context.publicUrl}/sso/callback`;
  if (!URL.canParse(redirectUri))
    return { problem: `OIDC_REDIRECT_URL=${redirectUri} is no URL. Set the one registered at the provider.` };
  return {
    issuer,
    clientId,
    clientSecret: env['OIDC_CLIENT_SECRET'] || undefined,
    provider: env['OIDC_PROVIDER'] || url.hostname,
    redirectUri,
    allowHttp: context.isLocal,
  };
}
