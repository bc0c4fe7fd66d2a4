import { type MessageView, messageView } from '../messages/view.ts';
import type { Principal } from '../platform/access/principal.ts';
import type { Db } from '../platform/db/database.ts';
import { inReach } from '../platform/db/find-in-reach.ts';
import { scoped } from '../platform/db/roots.ts';
import { AppError } from '../platform/errors.ts';
import { perMinute, type RateLimiter } from '../platform/http/rate-limit.ts';
import type { DocumentKind, SandboxType, WithFarSide } from './far-side.ts';

export interface RequestInboundDeps extends WithFarSide {
  db: Db;
  rateLimiter: RateLimiter;
}

export interface AskedInbound {
  type: SandboxType;
  participantId: string;
  kind?: DocumentKind;
}

/**
 * Has the far side send a document to one of the caller's addresses, and answers the document that arrived. It is found by
 * DNS and SMP and comes over AS4 to our own access point, as from anybody: nothing is put into the database here. [SBX-3]
 */
export async function requestInbound(
  deps: RequestInboundDeps,
  principal: Principal,
  { type, participantId, kind = 'VALID' }: AskedInbound,
): Promise<MessageView> {
  const {
    address,
    name,
    country_code: countryCode,
  } = await inReach(deps.db, principal, 'participants', participantId);
  deps.rateLimiter.take('sandbox', principal.accountId, perMinute(60));
  const { farSide } = deps.identity;
  if (!farSide)
    throw new AppError('INVALID_STATE', {
      message: 'Nobody can be made to send on this network. Use an installation with NETWORK=local.',
    });
  const posted = await farSide.send(type, kind, { participant: address, name, countryCode });
  if (!posted.ok)
    throw new AppError('INVALID_STATE', {
      message: `Nobody can send a document of the type ${type} to ${address} now: ${posted.problem}. Look at the participant's status and capabilities.`,
    });
  // The Receipt is given after the commit: whoever has it finds the document.
  const row = await scoped(deps.db, principal)
    .selectFrom('messages')
    .where('as4_message_id', '=', posted.as4MessageId)
    .where('direction', '=', 'INBOUND')
    .selectAll()
    .executeTakeFirstOrThrow();
  return messageView(row);
}
