import type { Pappel } from '@pappel/client';
import type { EventType } from '../platform/events/event.ts';
import { insideLookup } from '../platform/public-lookup.ts';
import { type Answer, newPostAgent, post } from './post.ts';

export interface Listening {
  client: Pappel;
  forwardTo: string;
  secret: string;
  /** Every type when there is none. */
  types: readonly EventType[];
  /** After that place in the log, or since then; from now on when omitted. */
  from: number | Date | undefined;
  signal: AbortSignal;
}

/** What was carried, or that something was missed which is no longer kept. */
export type Carried =
  | { seq: number; id: string; type: EventType; answer: Answer }
  | { seq: number; type: 'reset' };

/** The machine of whoever listens calls what is named there, and nobody else's. */
const RULES = { httpsOnly: false, publicOnly: false };

/**
 * Carries events to a URL, in the order of the log, each once: signed and posted by what delivers webhooks. What is not
 * answered with 2xx is not tried again. [WHK-24]
 */
export async function* listen(listening: Listening): AsyncGenerator<Carried, void> {
  const { client, forwardTo: url, secret, types, from, signal } = listening;
  const dispatcher = newPostAgent(insideLookup);
  try {
    for await (const event of client.events.stream({ signal, ...(from === undefined ? {} : { from }) })) {
      if (signal.aborted) return;
      if (event.type === 'reset') {
        yield event;
        continue;
      }
      const { seq, ...said } = event;
      if (types.length > 0 && !types.includes(said.type)) continue;
      const letter = { url, secret, eventId: said.id, body: JSON.stringify(said) };
      yield { seq, id: said.id, type: said.type, answer: await post({ dispatcher, rules: RULES }, letter) };
    }
  } finally {
    await dispatcher.destroy();
  }
}
