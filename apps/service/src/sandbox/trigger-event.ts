import { type Principal, requireAdmin } from '../platform/access/principal.ts';
import type { EventBody, EventType } from '../platform/events/event.ts';
import { perMinute, type RateLimiter } from '../platform/http/rate-limit.ts';

interface AskedEvent {
  type: EventType;
  companyId?: string;
}

interface Told {
  event: EventBody;
  webhookIds: string[];
}

export interface TriggerEventDeps {
  rateLimiter: RateLimiter;
  tellExample(principal: Principal, asked: AskedEvent): Promise<Told>;
}

/** Sends an example of an event to the caller's webhook endpoints. */
export function triggerEvent(deps: TriggerEventDeps, principal: Principal, asked: AskedEvent): Promise<Told> {
  requireAdmin(principal);
  deps.rateLimiter.take('sandbox', principal.accountId, perMinute(60));
  return deps.tellExample(principal, asked);
}
