import type { IncomingHttpHeaders } from 'node:http';
import { hasPermission, type Principal, requireOpenAccount } from '../access/principal.ts';
import { type Access, lacking } from '../access/route-access.ts';
import { isApiKey } from '../environment.ts';
import { AppError } from '../errors.ts';

/** Finds who a credential belongs to, or undefined. The root wires it to sessions and API keys. */
export type FindPrincipal = (credential: string) => Promise<Principal | undefined>;

/** The credential of a request: `Authorization: Bearer`, or `X-API-Key` for an API key. [AUT-1] */
export function credentialOf(headers: IncomingHttpHeaders): string | undefined {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '');
  if (bearer) return bearer[1];
  const key = headers['x-api-key'];
  return typeof key === 'string' && isApiKey(key) ? key : undefined;
}

/** Turns the credential into a principal whom this endpoint may be open to, whatever its role, or refuses. */
export async function authenticate(
  headers: IncomingHttpHeaders,
  access: Access & { kind: 'credential' },
  find: FindPrincipal,
): Promise<Principal> {
  const credential = credentialOf(headers);
  const principal = credential === undefined ? undefined : await find(credential);
  if (!principal) throw new AppError('UNAUTHORIZED');
  requireOpenAccount(principal.accountStatus);
  if (principal.kind === 'user' && principal.mustChangePassword && !access.beforePasswordChange) {
    throw new AppError('PASSWORD_CHANGE_REQUIRED');
  }
  const { permissions } = access;
  if (permissions !== 'any' && !permissions.some((name) => hasPermission(principal, name)))
    throw lacking(permissions);
  if (principal.accountStatus === 'SUSPENDED' && !access.whileSuspended)
    throw new AppError('ACCOUNT_SUSPENDED');
  return principal;
}
