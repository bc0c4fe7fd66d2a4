import type { Db } from '../platform/db/database.ts';
import type { Cursors } from '../platform/http/page.ts';
import type { Config } from '../settings/config.ts';
import { findByApiKey } from './find-by-key.ts';
import { apiKeyRoutes } from './routes.ts';

export const openApiKeys = (
  base: { db: Db; cursors: Cursors },
  { environment }: Pick<Config, 'environment'>,
) => ({
  routes: apiKeyRoutes({ ...base, environment }),
  findPrincipal: (key: string) => findByApiKey(base.db, key),
});
