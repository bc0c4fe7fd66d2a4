import { type ParticipantId, parseParticipantId } from '@pappel/peppol-ids/participant-id';
import { type Id, isId } from '../src/platform/ids.ts';

/** The id that a route answered. */
export function asId<Name extends string>(text: unknown): Id<Name> {
  if (!isId<Name>(text)) throw new Error(`${text} is no id`);
  return text;
}

export function asParticipant(text: string): ParticipantId {
  const id = parseParticipantId(text);
  if (!id) throw new Error(`${text} is no participant`);
  return id;
}
