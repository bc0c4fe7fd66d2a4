import { queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/answer.ts';
import { MESSAGE_STATUSES, PARTICIPANT_STATUSES, wordsOf } from '../../texts/statuses.ts';
import { type ChoiceGroup, Choices } from '../../ui/choices.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FindKeys } from '../../ui/find-keys.tsx';
import { typeName } from '../../ui/format.ts';
import { usePaused } from '../../ui/use-paused.ts';
import { api } from '../api/client.ts';
import { ACCOUNT_STATUSES } from '../parts/statuses.ts';
import { PLACES } from './places.ts';

const SHOWN = 5;

const foundQuery = (q: string) =>
  queryOptions({
    queryKey: ['find', q],
    enabled: q !== '',
    refetchInterval: false,
    queryFn: async () => {
      const params = { query: { q, limit: SHOWN } };
      const [accounts, participants, messages] = await Promise.all([
        call(api.GET('/operator/v1/accounts', { params })),
        call(api.GET('/operator/v1/participants', { params })),
        call(api.GET('/operator/v1/messages', { params })),
      ]);
      return {
        accounts: accounts.accounts,
        addresses: participants.participants,
        documents: messages.messages,
      };
    },
  });

type Found = Awaited<ReturnType<NonNullable<ReturnType<typeof foundQuery>['queryFn']>>>;
type Go = (href: string) => { href: string; pick: () => void };

/** One field for accounts, addresses and documents of every customer, and for the places of this console. */
export function Find({ close }: { close: () => void }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().slice(0, 64);
  const q = usePaused(wanted, 150);
  const { data: found, isLoading } = useQuery(foundQuery(q));
  const go: Go = (href) => ({
    href,
    pick: () => {
      close();
      void navigate({ to: href });
    },
  });
  return (
    <Dialog title="Find" close={close} className="pals" hidesTitle>
      <Choices
        label="Find"
        placeholder="Account, address, document id…"
        find={(words) => [...(found && q !== '' ? groupsOf(found, go) : []), placeGroup(words, go)]}
        onWords={setTyped}
        isLate={q !== wanted || isLoading}
        close={close}
        foot={<FindKeys />}
      />
    </Dialog>
  );
}

function groupsOf({ accounts, addresses, documents }: Found, go: Go): ChoiceGroup[] {
  return [
    {
      title: 'Accounts',
      choices: accounts.map(({ id, legalName, status }) => ({
        key: id,
        label: <b>{legalName}</b>,
        aside: ACCOUNT_STATUSES[status].label,
        copies: id,
        ...go(`/accounts/${id}`),
      })),
    },
    {
      title: 'Addresses',
      choices: addresses.map(({ id, scheme, value, name, accountName, status }) => {
        const { mark, tone, label } = wordsOf(PARTICIPANT_STATUSES, status);
        return {
          key: id,
          label: <span className="mono">{`${scheme}:${value}`}</span>,
          detail: `${name}, ${accountName}`,
          aside: label,
          mark: { mark, tone },
          copies: `${scheme}:${value}`,
          ...go(`/addresses/${id}`),
        };
      }),
    },
    {
      title: 'Documents',
      choices: documents.map(({ id, type, accountName, receiver, status }) => {
        const { mark, tone, label } = wordsOf(MESSAGE_STATUSES, status);
        return {
          key: id,
          label: `${typeName(type)} ${id.slice(0, 8)}`,
          detail: `${accountName}, to ${receiver}`,
          aside: label,
          mark: { mark, tone },
          copies: id,
          ...go(`/documents/${id}`),
        };
      }),
    },
  ];
}

function placeGroup(words: string, go: Go): ChoiceGroup {
  const asked = words.trim().toLowerCase();
  return {
    title: 'Places',
    choices: PLACES.flat()
      .filter(({ label }) => label.toLowerCase().includes(asked))
      .map(({ to, label }) => ({ key: to, label, ...go(to) })),
  };
}
