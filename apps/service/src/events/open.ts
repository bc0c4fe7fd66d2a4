import type { EventLog } from '../platform/events/follow.ts';
import { eventRoutes } from './routes.ts';
import { EventWaits } from './wait.ts';

type Needs = Omit<Parameters<typeof eventRoutes>[0], 'eventWaits'> & { events: EventLog };

export const openEvents = (base: Needs) => ({
  routes: eventRoutes({ ...base, eventWaits: new EventWaits(base.events) }),
});
