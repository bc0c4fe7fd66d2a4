import type { SsoSettings } from '../platform/oidc/provider.ts';
import { type Settings, WEB } from './settings.ts';

interface Context {
  /** Where people of this side reach us. */
  home: string;
  isLocal: boolean;
  /** How the names of its settings begin. */
  prefix?: '' | 'OPERATOR_';
}

/** OIDC_ISSUER with OIDC_CLIENT_ID, and the optional rest; undefined where single sign-on is not set up. */
export function readSsoSettings(
  settings: Settings,
  { home, isLocal, prefix = '' }: Context,
): SsoSettings | undefined {
  const text = (name: string) => settings.text(`${prefix}OIDC_${name}`);
  const [issuer, clientId, clientSecret] = [text('ISSUER'), text('CLIENT_ID'), text('CLIENT_SECRET')];
  const redirectUri = text('REDIRECT_URL') ?? `${home}/sso/callback`;
  const provider = text('PROVIDER');
  if (!issuer && !clientId) return undefined;
  if (!URL.canParse(redirectUri))
    settings.problem(
      `${prefix}OIDC_REDIRECT_URL=${redirectUri} is no URL. Set the one registered at the provider.`,
    );
  const url = issuer === undefined ? null : URL.parse(issuer);
  if (issuer !== undefined && !isIssuer(url, isLocal))
    settings.problem(
      `${prefix}OIDC_ISSUER=${issuer} is no https URL. Set the issuer exactly as the provider names it.`,
    );
  if (issuer && clientId)
    return {
      issuer,
      clientId,
      clientSecret,
      provider: provider ?? url?.hostname ?? '',
      redirectUri,
      allowHttp: isLocal,
    };
  settings.problem(`${prefix}OIDC_ISSUER and ${prefix}OIDC_CLIENT_ID belong together. Set both, or neither.`);
  return undefined;
}

function isIssuer(url: URL | null, isLocal: boolean): boolean {
  const schemes = isLocal ? WEB : ['https:'];
  return url !== null && schemes.includes(url.protocol) && url.search === '' && url.hash === '';
}

/** Where the operator's people sign in, and whose mail addresses count there. */
export interface OperatorSsoSettings extends SsoSettings {
  /** Empty for any. */
  domains: readonly string[];
}

/** The same for the operator's side, with OPERATOR_OIDC_DOMAINS. */
export function readOperatorSsoSettings(
  settings: Settings,
  context: Omit<Context, 'prefix'>,
): OperatorSsoSettings | undefined {
  const found = readSsoSettings(settings, { ...context, prefix: 'OPERATOR_' });
  const domains = (settings.text('OPERATOR_OIDC_DOMAINS') ?? '')
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .filter(Boolean);
  for (const domain of domains.filter((one) => !DOMAIN.test(one)))
    settings.problem(
      `OPERATOR_OIDC_DOMAINS has ${domain}, which is no domain. Set what stands behind the @ of mail addresses, such as example.com.`,
    );
  return found && { ...found, domains };
}

const DOMAIN = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/;
