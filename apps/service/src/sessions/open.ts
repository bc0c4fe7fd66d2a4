import { sessionRoutes } from './routes.ts';
import { findBySession } from './session.ts';

export const openSessions = (base: Parameters<typeof sessionRoutes>[0]) => ({
  routes: sessionRoutes(base),
  findPrincipal: (token: string) => findBySession(base.db, token),
});
