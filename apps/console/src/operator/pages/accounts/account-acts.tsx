import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/answer.ts';
import { api } from '../../api/client.ts';
import { useRights } from '../../api/session.ts';
import type { WholeAccount } from '../../api/types.ts';
import { DeskDialog } from '../../parts/desk-dialog.tsx';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';
import { isOpen } from '../../parts/statuses.ts';
import { CloseDialog } from './close-dialog.tsx';

type Asked = 'desk' | 'suspend' | 'resume' | 'close';

/** What can be done with an account as it is. */
export function AccountActs({ account }: { account: WholeAccount }) {
  const { mayWork, isAdmin } = useRights();
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const { status } = account;
  if (!mayWork || !isOpen(account)) return null;
  const button = (what: Asked, words: string) => (
    <button type="button" className="btn" onClick={() => setAsked(what)}>
      {words}
    </button>
  );
  return (
    <>
      {button('desk', 'Sit at their desk…')}
      {status === 'ACTIVE' && button('suspend', 'Suspend…')}
      {status === 'SUSPENDED' && button('resume', 'Resume…')}
      {isAdmin && button('close', 'Close…')}
      {asked === 'desk' && <DeskDialog account={account} close={close} />}
      {asked === 'close' && <CloseDialog account={account} close={close} />}
      {(asked === 'suspend' || asked === 'resume') && <Move account={account} what={asked} close={close} />}
    </>
  );
}

const MOVES = {
  suspend: {
    verb: 'Suspend',
    says: 'Nothing of theirs is sent from now on. Their people can sign in, read and export. What arrives for them is kept.',
  },
  resume: { verb: 'Resume', says: 'They send again at once.' },
} as const;

function Move(props: { account: WholeAccount; what: keyof typeof MOVES; close: () => void }) {
  const { account, what, close } = props;
  const cache = useQueryClient();
  const { verb, says } = MOVES[what];
  return (
    <ReasonDialog
      title={`${verb} ${account.name}`}
      verb={verb}
      label="Why; it stands in the account’s audit"
      act={async (reason) => {
        const params = { path: { id: account.id } };
        await call(
          api.POST(`/operator/v1/accounts/{id}/${what}`, { params, body: reason ? { reason } : {} }),
        );
        await cache.invalidateQueries({ queryKey: ['accounts'] });
      }}
      close={close}
    >
      {says}
    </ReasonDialog>
  );
}
