import { useState } from 'react';
import { number } from '../../../ui/format.ts';
import { Moment } from '../../../ui/moment.tsx';
import { useRights } from '../../api/session.ts';
import type { WholeAccount } from '../../api/types.ts';
import { isOpen } from '../../parts/statuses.ts';
import { LetInAgain } from './let-in-again.tsx';

const ROLES = { owner: 'owner', company_admin: 'company admin', member: 'member' } as const;

type Person = WholeAccount['people'][number];

/** Who signs in for the account, the owners first; one of those who has lost the way in is let in again. */
export function People({ account }: { account: WholeAccount }) {
  const { mayWork } = useRights();
  const [lost, setLost] = useState<Person>();
  const { people, userCount } = account;
  const sorted = people.toSorted((a, b) => Number(b.role === 'owner') - Number(a.role === 'owner'));
  return (
    <>
      <div className="sec">
        <h2>
          People{' '}
          <small>
            {people.length < userCount
              ? `${number(people.length)} of ${number(userCount)}`
              : number(userCount)}
          </small>
        </h2>
      </div>
      <ul className="ledger">
        {sorted.map((person) => (
          <PersonRow
            key={person.id}
            person={person}
            letIn={mayWork && isOpen(account) ? () => setLost(person) : undefined}
          />
        ))}
      </ul>
      {lost && <LetInAgain accountId={account.id} owner={lost} close={() => setLost(undefined)} />}
    </>
  );
}

function PersonRow({ person, letIn }: { person: Person; letIn: (() => void) | undefined }) {
  const { name, email, role, status, lastLoginAt } = person;
  const isActive = status === 'active';
  return (
    <li>
      <span>
        <strong>{name}</strong>
        <small>{email}</small>
      </span>
      <span className="dim">
        {isActive ? ROLES[role] : 'switched off'}
        {isActive && <small>{lastLoginAt ? <Moment time={lastLoginAt} /> : 'never signed in'}</small>}
      </span>
      {letIn && isActive && role === 'owner' && (
        <button type="button" className="btn sm" onClick={letIn}>
          Lost the way in…
          <span className="sr"> {name}</span>
        </button>
      )}
    </li>
  );
}
