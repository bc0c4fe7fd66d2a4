import { readMetadata, refusalOfNoCode, type SsoSettings } from '../platform/oidc/provider.ts';
import type { Config } from '../settings/config.ts';
import { bad, type Check, type Found, good, skipped, warning } from './finding.ts';

/** Whether people can sign in at the providers that are set up. */
export function signInChecks({ sso, operatorSso }: Pick<Config, 'sso' | 'operatorSso'>): Check[] {
  return [
    { name: 'single sign-on', look: () => signsIn(sso, 'OIDC_') },
    { name: "single sign-on of the operator's people", look: () => signsIn(operatorSso, 'OPERATOR_OIDC_') },
  ];
}

async function signsIn(settings: SsoSettings | undefined, prefix: string): Promise<Found> {
  if (!settings) return skipped(`${prefix}ISSUER is not set`);
  const { issuer, clientId } = settings;
  const server = await readMetadata(settings).catch((error: Error) => error);
  if (server instanceof Error)
    return bad(
      `${issuer} cannot be used (${server.message})`,
      `Set ${prefix}ISSUER exactly as the provider names it, and let this machine reach it by HTTPS.`,
    );
  const said = await refusalOfNoCode(server, settings).catch((error: Error) => error.message);
  // Codes are looked at after the client [RFC 6749 5.2].
  if (said === 'invalid_grant') return good(`${issuer} answers, and knows ${clientId}`);
  if (said === 'invalid_client' || said === 'unauthorized_client')
    return bad(
      `${issuer} does not take ${clientId} as a client (${said})`,
      `Correct ${prefix}CLIENT_ID and ${prefix}CLIENT_SECRET, and register ${settings.redirectUri} there.`,
    );
  return warning(
    `${issuer} answers, but not whether it knows ${clientId} (${said ?? 'it said nothing'})`,
    'Sign in once.',
  );
}
