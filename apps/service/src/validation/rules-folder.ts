import { join, resolve } from 'node:path';

/** Where installed rules are kept: RULES_DIR, or `rules` in the data directory. */
export const rulesFolder = (env: NodeJS.ProcessEnv): string =>
  resolve(env['RULES_DIR'] ?? join(env['DATA_DIR'] ?? './data', 'rules'));
