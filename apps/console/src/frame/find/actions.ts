import type { ChoiceGroup } from '../../ui/choices.tsx';
import { prefer, preference } from '../../ui/preferences.ts';
import { PLACES } from '../places.ts';
import type { Reading } from './reading.ts';
import type { Open } from './recent.ts';

/** The pages whose word fits. */
export function placeGroup(words: string, open: Open, isAdmin: boolean): ChoiceGroup {
  const asked = words.trim().toLowerCase();
  return {
    title: 'Go to',
    choices: PLACES.flat()
      .filter(({ label, admins }) => (isAdmin || !admins) && label.toLowerCase().includes(asked))
      .map(({ to, label, key }) => ({
        key: `go-${to}`,
        label,
        aside: `g ${key}`,
        href: `/console${to}`,
        pick: () => open(to),
      })),
  };
}

/** What one can do with the words, and beside them. */
export function actionGroup(reading: Reading, open: Open, close: () => void): ChoiceGroup {
  const words = reading.as === 'words' || reading.as === 'address' ? reading.words : '';
  const asked = words.toLowerCase();
  const isDark = preference('theme') === 'dark';
  const general = [
    { key: 'send', label: 'Send a document', href: '/documents/new' },
    { key: 'new-address', label: 'Register an address', href: '/addresses/new' },
    { key: 'check', label: 'Check a list of addresses', href: '/network/check' },
  ].filter(({ label }) => label.toLowerCase().includes(asked));
  return {
    title: 'Do',
    choices: [
      ...(words
        ? [
            {
              key: 'network',
              label: `Ask the network for ${words}`,
              aside: 'Network',
              mark: { mark: 'wait' as const },
              pick: () => open(`/network?q=${encodeURIComponent(words)}`),
            },
            {
              key: 'list',
              label: `List documents that begin with ${words}`,
              aside: 'Documents',
              mark: { mark: 'wait' as const },
              pick: () => open(`/documents?q=${encodeURIComponent(words)}`),
            },
          ]
        : []),
      ...general.map(({ key, label, href }) => ({ key, label, pick: () => open(href) })),
      ...('switch to dark light'.includes(asked)
        ? [
            {
              key: 'theme',
              label: isDark ? 'Switch to light' : 'Switch to dark',
              pick: () => {
                prefer('theme', isDark ? 'light' : 'dark');
                close();
              },
            },
          ]
        : []),
    ],
  };
}
