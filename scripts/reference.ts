/**
 * Writes docs/reference/*.md from the code: settings, metrics, error codes, events, the command line. With --check it
 * writes nothing and fails where a page says another thing than the code.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandsPage } from './reference/commands.ts';
import { errorsPage } from './reference/errors.ts';
import { eventsPage } from './reference/events.ts';
import { metricsPage } from './reference/metrics.ts';
import { settingsPage } from './reference/settings.ts';

const FOLDER = join(import.meta.dirname, '../docs/reference');
const pages: Record<string, string> = {
  'settings.md': settingsPage(),
  'metrics.md': metricsPage(),
  'errors.md': errorsPage(),
  'events.md': eventsPage(),
  'commands.md': commandsPage(),
};

const textOf = (name: string): string =>
  existsSync(join(FOLDER, name)) ? readFileSync(join(FOLDER, name), 'utf8') : '';

if (process.argv.includes('--check')) {
  const stale = Object.keys(pages).filter((name) => textOf(name) !== pages[name]);
  if (stale.length > 0)
    console.error(`docs/reference/${stale.join(', ')}: the code says more. npm run reference`);
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, text] of Object.entries(pages)) writeFileSync(join(FOLDER, name), text);
}
