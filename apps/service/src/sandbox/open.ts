import type { Config } from '../settings/config.ts';
import { sandboxRoutes } from './routes.ts';

/** Where integrations are tried; production has no such room. */
export function openSandbox(base: Parameters<typeof sandboxRoutes>[0], { sandbox }: Pick<Config, 'sandbox'>) {
  return { routes: sandbox ? sandboxRoutes(base) : undefined };
}
