import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../../api/answer.ts';
import { announce } from '../../ui/announce.tsx';
import { Failed } from '../../ui/states.tsx';
import { Button } from '../../ui/unable.tsx';
import { hourOf } from '../../ui/when.ts';
import { api } from '../api/client.ts';
import { useRights } from '../api/session.ts';
import type { Desk } from '../api/types.ts';

/** Who of the staff sits at whose desk, why, and until when. */
export function DeskList({ desks }: { desks: readonly Desk[] }) {
  const cache = useQueryClient();
  const { mayWork } = useRights();
  const end = useMutation({
    mutationFn: (id: string) =>
      call(api.DELETE('/operator/v1/desk-sessions/{id}', { params: { path: { id } } })),
    onSuccess: async () => {
      announce('The desk session was ended');
      await cache.invalidateQueries({ queryKey: ['desks'] });
    },
  });
  return (
    <>
      {end.error && <Failed error={end.error} />}
      <ul className="ledger">
        {desks.map((desk) => (
          <li key={desk.id}>
            <span>
              <strong>{desk.operatorName}</strong> at{' '}
              <Link className="link" to="/accounts/$id" params={{ id: desk.accountId }}>
                {desk.accountName}
              </Link>{' '}
              as {desk.userName} since {hourOf(desk.since)}, until {hourOf(desk.until)}.
              <small>“{desk.reason}” The customer sees this too.</small>
            </span>
            {mayWork && (
              <Button
                act={() => end.mutate(desk.id)}
                of={`the session at ${desk.accountName}`}
                isBusy={end.isPending}
              >
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
