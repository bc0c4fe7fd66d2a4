import { child, childElements, childrenNamed, textOf, type XmlElement } from '@pappel/xml/tree';
import { NS } from './peppol-profile.ts';
import { readTime } from './time.ts';
import type { WssProblem } from './wss-signature.ts';

/** Tokens, keys, encrypted data, a signature, perhaps a timestamp: real headers have up to six. */
const MOST_CHILDREN = 20;

/** Why nothing shall be done for a security header, from a look at its shape alone [WSS 1.1.1 5, 10]. */
export function whatIsWrongWithHeader(security: XmlElement, now: Date): WssProblem | undefined {
  if (childElements(security).length > MOST_CHILDREN)
    return { problem: `the security header has more than ${MOST_CHILDREN} elements`, policy: true };
  const [timestamp, second] = childrenNamed(security, NS.wsu, 'Timestamp');
  if (second) return { problem: 'there is more than one Timestamp', policy: true };
  const isAbsurd = timestamp && !isPlausible(timestamp, now);
  return isAbsurd ? { problem: 'the Timestamp cannot be', policy: false } : undefined;
}

/** That it has expired is no objection: the profile asks for no timestamp, and a message may be repeated for days. */
function isPlausible(timestamp: XmlElement, now: Date): boolean {
  const text = (name: string): string | undefined => {
    const found = child(timestamp, NS.wsu, name);
    return found && textOf(found).trim();
  };
  const created = text('Created');
  const expires = text('Expires');
  const from = created === undefined ? undefined : readTime(created, now);
  if (created !== undefined && !from) return false;
  return expires === undefined || Date.parse(expires) >= (from?.getTime() ?? 0);
}
