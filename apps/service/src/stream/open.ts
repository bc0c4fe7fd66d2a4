import { LiveStreams, type StreamDeps } from './live-streams.ts';
import { streamRoutes } from './routes.ts';
import { redeemTicket } from './ticket.ts';

export function openStream(base: StreamDeps) {
  const streams = new LiveStreams(base);
  base.siblings.answer('streams', async (owner) => streams.countOf(owner));
  return {
    routes: streamRoutes({ ...base, streams }),
    findByTicket: (ticket: string) => redeemTicket(base.db, ticket),
    /** How many are open. */
    count: () => streams.count,
    close: () => streams.close(),
  };
}
