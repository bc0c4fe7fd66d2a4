import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { accountQuery, useRights } from '../../api/account.ts';
import { announce } from '../../ui/announce.tsx';
import { type ChoiceGroup, Choices } from '../../ui/choices.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FindKeys } from '../../ui/find-keys.tsx';
import { count } from '../../ui/format.ts';
import { useScope } from '../../ui/scope.ts';
import { usePaused } from '../../ui/use-paused.ts';
import { actionGroup, placeGroup } from './actions.ts';
import { findQuery } from './find-queries.ts';
import { addressGroup, companyGroup, documentGroup, keyGroup, peopleGroup } from './groups.tsx';
import { readingOf } from './reading.ts';
import { lastOpened, type Open, rememberOpened } from './recent.ts';

/** A letter that another one follows at once is not asked about. */
const PAUSE_MS = 120;

/** One field that finds everything: what is typed is read by its shape. */
export function Find({ close }: { close: () => void }) {
  const router = useRouter();
  const scope = useScope();
  const { isAdmin } = useRights();
  const [typed, setTyped] = useState('');
  const reading = readingOf(typed);
  const asked = usePaused(typed, PAUSE_MS);
  const query = useQuery(findQuery(readingOf(asked), scope, isAdmin));
  const { data: found } = query;
  const { data: account } = useQuery(accountQuery);
  const open: Open = (href, as) => {
    if (as) rememberOpened({ key: href, href, ...as });
    close();
    router.history.push(`/console${href}`);
  };
  const groupsOf = (words: string): readonly ChoiceGroup[] => {
    if (words.trim() === '') return [openedGroup(open), placeGroup('', open, isAdmin)];
    const shown = found && reading.as !== 'nothing' ? found : undefined;
    return [
      ...(shown
        ? [
            documentGroup(shown.documents, open),
            addressGroup(shown.addresses, open),
            peopleGroup(shown.people, open),
            keyGroup(shown.keys, open),
          ]
        : []),
      companyGroup(account?.companies ?? [], words, open),
      placeGroup(words, open, isAdmin),
      actionGroup(reading, open, close),
    ];
  };
  const hits = found ? found.documents.length + found.addresses.length + found.people.length : 0;
  return (
    <Dialog title="Find" close={close} className="pals" hidesTitle>
      <Choices
        label="Find"
        placeholder="Number, address, company, document id…"
        find={groupsOf}
        onWords={(words) => {
          setTyped(words);
          if (found) announce(count(hits, 'hit'));
        }}
        isLate={asked !== typed || query.isLoading || query.isPlaceholderData}
        close={close}
        foot={
          <>
            <FindKeys />
            {found && typed !== '' && (
              <span className="push">
                {hits} in {found.took} ms
              </span>
            )}
          </>
        }
      />
    </Dialog>
  );
}

function openedGroup(open: Open): ChoiceGroup {
  return {
    title: 'Opened last',
    choices: lastOpened().map(({ key, label, detail, href }) => ({
      key,
      label,
      detail,
      href: `/console${href}`,
      pick: () => open(href, { label, detail }),
    })),
  };
}
