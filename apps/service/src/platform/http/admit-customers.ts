import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '../access/principal.ts';
import { type Access, ROUTE_ACCESS, type RouteName, requireRole } from '../access/route-access.ts';
import { noteInSpan } from '../tracing/spans.ts';
import type { Admit } from './add-routes.ts';
import { authenticate, type FindPrincipal } from './authenticate.ts';
import type { Endpoint } from './endpoint.ts';
import { showLimit } from './error-reply.ts';
import { takeAny, takeOpen } from './open-limits.ts';
import { addressKey, perMinute, type RateLimiter } from './rate-limit.ts';

export interface CustomerDoor {
  findPrincipal: FindPrincipal;
  /** Who made a ticket, where a route takes one. */
  findByTicket: FindPrincipal;
  rateLimiter: RateLimiter;
}

/** Who may call what of the customers' API, as the table of access says. */
export const admitCustomers =
  (door: CustomerDoor) =>
  (name: RouteName, endpoint: Endpoint<Principal>): Admit<Principal> => {
    const access: Access = ROUTE_ACCESS[name];
    if ((access.kind === 'open') !== endpoint.open) throw new Error(`${name}: access and endpoint disagree`);
    if (asksRoleForThing(name, access) !== (endpoint.findInReach !== undefined))
      throw new Error(`${name}: a role is asked for something, and nothing says whether that is in reach`);
    return async (request, reply) => {
      const principal = await admit(request, reply, access, door);
      if (principal && access.kind === 'credential')
        await requireRoleInReach(principal, access, request, endpoint);
      return principal;
    };
  };

/** Of what is a person's own nobody but that person knows; all else may lie in companies out of reach. */
const asksRoleForThing = (name: string, access: Access): boolean =>
  access.kind === 'credential' && /^(owner|admin)$/.test(access.role ?? '') && name.includes('{');

/** Who has not the role is refused, but told of nothing that lies out of reach. [GEN-3, GEN-8] */
async function requireRoleInReach(
  principal: Principal,
  access: Access & { kind: 'credential' },
  request: FastifyRequest,
  { findInReach }: Endpoint<Principal>,
): Promise<void> {
  try {
    requireRole(principal, access.role);
  } catch (refusal) {
    await findInReach?.(principal, Object.values(request.params as Record<string, string>)[0] ?? '');
    throw refusal;
  }
}

const ticketOf = ({ query }: FastifyRequest): string | undefined => {
  const { ticket } = query as { ticket?: unknown };
  return typeof ticket === 'string' ? ticket : undefined;
};

async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  access: Access,
  door: CustomerDoor,
): Promise<Principal | undefined> {
  const { rateLimiter } = door;
  if (access.kind === 'open') {
    if (access.signedUrl) rateLimiter.take('signed-url', addressKey(request.ip), perMinute(6000));
    else takeAny(rateLimiter, request.ip);
    if (access.limit) takeOpen(rateLimiter, access.limit, request.ip);
    return undefined;
  }
  const ticket = access.byTicket ? ticketOf(request) : undefined;
  const found =
    ticket === undefined
      ? await authenticate(request.headers, access, door.findPrincipal)
      : await authenticate({ authorization: `Bearer ${ticket}` }, access, door.findByTicket);
  const principal = { ...found, address: request.ip };
  const id = principal.kind === 'user' ? principal.session.id : principal.apiKeyId;
  const state = rateLimiter.take('credential', id, perMinute(6000));
  showLimit(reply, state);
  noteInSpan({ 'pappel.account.id': principal.accountId });
  return principal;
}
