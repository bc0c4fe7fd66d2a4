import { number } from '../../../ui/format.ts';
import { Moment } from '../../../ui/moment.tsx';
import type { WholeAccount } from '../../api/types.ts';

const ROLES = { owner: 'owner', company_admin: 'company admin', member: 'member' } as const;

/** Who signs in for the account, the owners first. */
export function People({ account: { people, userCount } }: { account: WholeAccount }) {
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
        {sorted.map(({ id, name, email, role, status, lastLoginAt }) => (
          <li key={id}>
            <span>
              <strong>{name}</strong>
              <small>{email}</small>
            </span>
            <span className="dim">
              {status === 'active' ? ROLES[role] : 'switched off'}
              {status === 'active' && (
                <small>{lastLoginAt ? <Moment time={lastLoginAt} /> : 'never signed in'}</small>
              )}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
