import { type SqlBool, sql } from 'kysely';
import type { Direction } from '../access/route-access.ts';

/** What directions a capability has that may take part in an exchange of this direction. */
const CAPABLE: Record<Direction, readonly string[]> = {
  INBOUND: ['RECEIVE', 'BOTH'],
  OUTBOUND: ['SEND', 'BOTH'],
};

/** Whether a text is a direction of capabilities that goes this way: INBOUND is what receives. */
export const goesThisWay = (direction: string, asked: Direction) =>
  sql<SqlBool>`${sql.raw(direction)} = any(${[...CAPABLE[asked]]}::text[])`;

/** Whether a row of participants may receive, or send, anything at all. */
export const participantExchanges = (asked: Direction) => sql<SqlBool>`exists (
  select from capabilities where capabilities.participant_id = participants.id
    and capabilities.account_id = participants.account_id
    and ${goesThisWay('capabilities.direction', asked)})`;
