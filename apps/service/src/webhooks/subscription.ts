import type { EventType } from '../platform/events/event.ts';
import type { LogEvent } from '../platform/events/log-event.ts';
import type { CompanyId } from '../platform/ids.ts';

/** What an endpoint asked to hear of. */
export interface Subscription {
  company_id: CompanyId | null;
  events: readonly string[];
  document_types: readonly string[];
  direction: 'INBOUND' | 'OUTBOUND' | null;
}

/**
 * Whether an endpoint hears of an event of its account. Filters by document type and direction are about documents: other
 * events pass them.
 */
export function hears(endpoint: Subscription, event: Pick<LogEvent, 'type' | 'companyId' | 'body'>): boolean {
  if (endpoint.company_id !== null && endpoint.company_id !== event.companyId) return false;
  if (endpoint.events.length > 0 && !endpoint.events.includes(event.type)) return false;
  if (!isOfDocument(event.type)) return true;
  const { type, direction } = event.body.data;
  if (endpoint.direction !== null && endpoint.direction !== direction) return false;
  return endpoint.document_types.length === 0 || endpoint.document_types.includes(String(type));
}

const isOfDocument = (type: EventType): boolean => type.startsWith('document.');
