import { type Settings, WEB } from './settings.ts';

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
  settings: Settings,
  context: { publicUrl: string; isLocal: boolean },
): SsoSettings | undefined {
  const [issuer, clientId] = [settings.text('OIDC_ISSUER'), settings.text('OIDC_CLIENT_ID')];
  const redirectUri = settings.text('OIDC_REDIRECT_URL') ?? `${context.publicUrl}/sso/callback`;
  const clientSecret = settings.text('OIDC_CLIENT_SECRET');
  const provider = settings.text('OIDC_PROVIDER');
  if (!issuer && !clientId) return undefined;
  if (!URL.canParse(redirectUri))
    settings.problem(`OIDC_REDIRECT_URL=${redirectUri} is no URL. Set the one registered at the provider.`);
  const url = issuer === undefined ? null : URL.parse(issuer);
  if (issuer !== undefined && !isIssuer(url, context.isLocal))
    settings.problem(
      `OIDC_ISSUER=${issuer} is no https URL. Set the issuer exactly as the provider names it.`,
    );
  if (issuer && clientId)
    return {
      issuer,
      clientId,
      clientSecret,
      provider: provider ?? url?.hostname ?? '',
      redirectUri,
      allowHttp: context.isLocal,
    };
  settings.problem('OIDC_ISSUER and OIDC_CLIENT_ID belong together. Set both, or neither.');
  return undefined;
}

function isIssuer(url: URL | null, isLocal: boolean): boolean {
  const schemes = isLocal ? WEB : ['https:'];
  return url !== null && schemes.includes(url.protocol) && url.search === '' && url.hash === '';
}
