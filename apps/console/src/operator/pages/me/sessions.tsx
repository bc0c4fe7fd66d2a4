import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/answer.ts';
import { announce } from '../../../ui/announce.tsx';
import { browserOf } from '../../../ui/browser-of.ts';
import { Moment } from '../../../ui/moment.tsx';
import { Failed, Loading } from '../../../ui/states.tsx';
import { ACTIONS, Table } from '../../../ui/table.tsx';
import { at } from '../../../ui/when.ts';
import { api } from '../../api/client.ts';

const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async () => (await call(api.GET('/operator/v1/me/sessions'))).sessions,
});

/** Where the person is signed in, each of which can be ended. */
export function Sessions() {
  const cache = useQueryClient();
  const { data, error, isPending, refetch } = useQuery(sessionsQuery);
  const end = useMutation({
    mutationFn: (id: string) =>
      call(api.DELETE('/operator/v1/me/sessions/{id}', { params: { path: { id } } })),
    onSuccess: async () => {
      announce('The session was ended');
      await cache.invalidateQueries({ queryKey: ['sessions'] });
    },
  });
  return (
    <section aria-label="Sessions">
      <div className="sec">
        <h2>Signed in</h2>
      </div>
      {end.error && <Failed error={end.error} />}
      {isPending && <Loading lines={3} />}
      {error && <Failed error={error} again={() => refetch()} />}
      {data && (
        <Table
          className="people"
          caption="Sessions"
          columns={['Where', 'Signed in with', 'From', 'Since', 'Until', ACTIONS]}
        >
          <tbody>
            {data.map((session) => (
              <tr key={session.id}>
                <td>
                  {browserOf(session.userAgent)} {session.current && <span className="dimmer">this one</span>}
                </td>
                <td>{session.authMethod}</td>
                <td className="mono dim">{session.address}</td>
                <td className="dim nowrap">
                  <Moment time={session.createdAt} />
                </td>
                <td className="dim nowrap">{at(session.expiresAt)}</td>
                <td>
                  <div className="acts">
                    {!session.current && (
                      <button
                        type="button"
                        className="btn sm ghost"
                        aria-disabled={end.isPending || undefined}
                        onClick={() => end.mutate(session.id)}
                      >
                        End
                        <span className="sr"> the session of {browserOf(session.userAgent)}</span>
                      </button>
                    )}
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}
