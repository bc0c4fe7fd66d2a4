import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { accountQuery } from '../api/account.ts';
import { number } from '../ui/format.ts';
import { Icon } from '../ui/lenticel.tsx';
import { useScope } from '../ui/scope.ts';

const ScopeList = lazy(async () => ({ default: (await import('./scope-list.tsx')).ScopeList }));

/** The company that everything is narrowed to; with one company there is nothing to choose. */
export function Scope() {
  const { data: account } = useQuery(accountQuery);
  const scope = useScope();
  const [isOpen, setOpen] = useState(false);
  const companies = account?.companies ?? [];
  if (companies.length < 2)
    return (
      <p className="scope">
        <span>
          <b>{companies[0]?.name ?? account?.name ?? '…'}</b>
          <small>
            {account && account.name !== companies[0]?.name ? `under ${account.name}` : 'one company'}
          </small>
        </span>
      </p>
    );
  const chosen = companies.find(({ id }) => id === scope);
  return (
    <>
      <button
        type="button"
        className="scope"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <span>
          <b>{chosen?.name ?? 'All companies'}</b>
          <small>
            {chosen ? `one of ${number(companies.length)}` : number(companies.length)} under {account?.name}
          </small>
        </span>
        <span className="dimmer">
          <Icon name="down" />
        </span>
      </button>
      {isOpen && (
        <Suspense>
          <ScopeList companies={companies} scope={scope} close={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
