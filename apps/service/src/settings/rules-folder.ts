import { join, resolve } from 'node:path';
import type { Settings } from './settings.ts';

/** Where installed rules are kept: RULES_DIR, or `rules` in the data directory. */
export const rulesFolder = (settings: Settings): string =>
  resolve(settings.text('RULES_DIR') ?? join(settings.text('DATA_DIR') ?? './data', 'rules'));
