import { SETTING_REFERENCE } from '../../apps/service/src/settings/setting-reference.ts';
import { code, pageOf, table } from './table.ts';

export function settingsPage(): string {
  const groups = Object.entries(SETTING_REFERENCE).map(([title, settings]) => {
    const rows = Object.entries(settings).map(([name, [otherwise, about]]) => [code(name), otherwise, about]);
    return `## ${title}\n\n${table(['Variable', 'When it is not set', ''], rows)}`;
  });
  return pageOf(
    'Settings',
    'apps/service/src/settings/setting-reference.ts',
    'Environment variables. None is needed to begin; every wrong one is named at the start, all at once, and a name that is almost one of these as well.',
    ...groups,
  );
}
