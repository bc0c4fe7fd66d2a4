import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { accountQuery, useRights } from '../api/account.ts';
import { signOut } from '../api/session.ts';
import { hourOf } from '../ui/when.ts';

/** What holds on every page for now: staff at this desk, an account that is suspended or closed. */
export function Strips() {
  const { data: account } = useQuery(accountQuery);
  return (
    <>
      <Desk account={account?.name ?? ''} />
      {account?.status === 'SUSPENDED' && (
        <p className="strip bad">
          <b>The account is suspended.</b> You can read everything; sending is off.
        </p>
      )}
      {account?.status === 'CLOSED' && (
        <p className="strip bad">
          <b>The account is closed.</b> You can take its data along, and sign out.
        </p>
      )}
    </>
  );
}

function Desk({ account }: { account: string }) {
  const { atDesk } = useRights();
  const navigate = useNavigate();
  if (!atDesk) return null;
  const end = async () => {
    await signOut();
    await navigate({ to: '/sign-in', search: {} });
  };
  return (
    <aside className="strip desk" aria-label="Operator at this desk">
      <span>
        <b>{atDesk.name}, operator,</b> at the desk of {account} until {hourOf(atDesk.until)}. Reason:{' '}
        {atDesk.reason}
      </span>
      <button type="button" className="link" onClick={end}>
        End
      </button>
    </aside>
  );
}
