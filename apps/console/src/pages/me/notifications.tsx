import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { meQuery } from '../../api/session.ts';
import type { User } from '../../people/queries.ts';
import { Failed } from '../../ui/states.tsx';

type Kinds = NonNullable<User['notifications']>;
type Kind = keyof Kinds;

const WORDS: Readonly<Record<Kind, { label: string; means: string }>> = {
  documentsArrived: { label: 'Documents that came in', means: 'and wait to be collected' },
  documentsFailed: { label: 'Documents that did not arrive', means: 'rejected, not reachable or given up' },
  webhooks: { label: 'Webhooks', means: 'an endpoint fails, or was switched off' },
  exports: { label: 'Exports', means: 'one is ready, or could not be made' },
};

/** What is mailed to the person. */
export function Notifications({ user }: { user: User }) {
  const cache = useQueryClient();
  const change = useMutation({
    mutationFn: (notifications: Partial<Kinds>) =>
      call(api.PATCH('/v1/users/{id}', { params: { path: { id: user.id } }, body: { notifications } })),
    onSettled: () => cache.invalidateQueries({ queryKey: meQuery.queryKey }),
  });
  const { notifications } = user;
  if (!notifications) return null;
  return (
    <section aria-label="Mail">
      <div className="sec">
        <h2>Mail</h2>
        <span className="end">
          <span>to {user.email}</span>
        </span>
      </div>
      {change.error && <Failed error={change.error} />}
      <fieldset className="checks">
        <legend className="sr">What is mailed to you</legend>
        {(Object.keys(WORDS) as Kind[]).map((kind) => (
          <label key={kind}>
            <input
              type="checkbox"
              checked={
                change.isPending && change.variables[kind] !== undefined
                  ? change.variables[kind]
                  : notifications[kind]
              }
              onChange={({ target }) => change.mutate({ [kind]: target.checked })}
            />
            <span>
              {WORDS[kind].label}
              <small>{WORDS[kind].means}</small>
            </span>
          </label>
        ))}
      </fieldset>
    </section>
  );
}
