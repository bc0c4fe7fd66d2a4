import type { LiveEvent } from '../../api/live.ts';
import { typeName } from '../../ui/format.ts';

interface Data {
  documentNumber?: string;
  type?: string;
  receiver?: string;
  sender?: string;
  direction?: string;
  address?: string;
  url?: string;
}

/** What an event is about, in a few words. */
export function subjectOf(event: LiveEvent): string {
  const data = event.data as Data;
  if (event.type.startsWith('document.')) {
    const other = data.direction === 'INBOUND' ? `from ${data.sender}` : `to ${data.receiver}`;
    return `${typeName(data.type)}${data.documentNumber ? ` ${data.documentNumber}` : ''} ${other}`;
  }
  return data.address ?? data.url ?? '';
}
