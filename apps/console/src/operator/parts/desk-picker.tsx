import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Choices } from '../../ui/choices.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { usePaused } from '../../ui/use-paused.ts';
import { DeskDialog } from './desk-dialog.tsx';
import { accountQuery, accountsQuery } from './queries.ts';
import { isOpen } from './statuses.ts';

/** Whose desk: found by name, then asked why. */
export function DeskPicker({ close }: { close: () => void }) {
  const [typed, setTyped] = useState('');
  const [id, setId] = useState<string>();
  const name = typed.trim();
  const q = usePaused(name, 150);
  const found = useInfiniteQuery(accountsQuery({ q: q || undefined, status: undefined }));
  if (id) return <Chosen id={id} close={close} />;
  const accounts = found.data?.pages[0]?.accounts ?? [];
  return (
    <Dialog title="Whose desk" close={close} className="pals" hidesTitle>
      <Choices
        label="Account"
        placeholder="Name of the account"
        onWords={setTyped}
        isLate={q !== name || found.isLoading}
        close={close}
        find={() => [
          {
            title: 'Accounts',
            choices: accounts
              .filter(isOpen)
              .slice(0, 8)
              .map((account) => ({
                key: account.id,
                label: account.name,
                detail: account.legalName,
                pick: () => setId(account.id),
              })),
          },
        ]}
      />
    </Dialog>
  );
}

function Chosen({ id, close }: { id: string; close: () => void }) {
  const { data } = useQuery(accountQuery(id));
  return data ? <DeskDialog account={data} close={close} /> : null;
}
