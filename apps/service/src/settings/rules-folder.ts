import { join, resolve } from 'node:path';
import type { Environment } from './settings.ts';

/** Where installed rules are kept: RULES_DIR, or `rules` in the data directory. */
export const rulesFolder = (env: Environment): string =>
  resolve(env['RULES_DIR'] ?? join(env['DATA_DIR'] ?? './data', 'rules'));
