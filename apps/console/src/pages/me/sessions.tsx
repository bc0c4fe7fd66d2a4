import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { allPages } from '../../api/all-pages.ts';
import { call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { announce } from '../../ui/announce.tsx';
import { browserOf } from '../../ui/browser-of.ts';
import { Moment } from '../../ui/moment.tsx';
import { Failed, Loading } from '../../ui/states.tsx';
import { ACTIONS, Table } from '../../ui/table.tsx';
import { at } from '../../ui/when.ts';

const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async () => {
    const pages = await allPages((cursor) => {
      const query = { limit: 100, cursor };
      return call(api.GET('/v1/sessions', { params: { query } }));
    });
    return pages.flatMap(({ sessions }) => sessions);
  },
});

const METHODS = {
  password: 'password',
  sso: 'single sign-on',
  passkey: 'passkey',
  desk: 'operator',
} as const;

/** Where the person is signed in, each of which can be ended. */
export function Sessions() {
  const cache = useQueryClient();
  const sessions = useQuery(sessionsQuery);
  const end = useMutation({
    mutationFn: (id: string) => call(api.DELETE('/v1/sessions/{id}', { params: { path: { id } } })),
    onSuccess: async () => {
      announce('The session was ended');
      await cache.invalidateQueries({ queryKey: ['sessions'] });
    },
  });
  return (
    <section aria-label="Sessions">
      <div className="sec">
        <h2>Signed in</h2>
        <span className="end">
          <span>Each session ends by itself after 12 hours</span>
        </span>
      </div>
      {end.error && <Failed error={end.error} />}
      {sessions.isPending && <Loading lines={3} />}
      {sessions.error && <Failed error={sessions.error} again={() => sessions.refetch()} />}
      {sessions.data && (
        <Table className="people" columns={['Where', 'Signed in with', 'From', 'Since', 'Until', ACTIONS]}>
          <tbody>
            {sessions.data.map(
              ({ id, authMethod, current, address, userAgent, actor, createdAt, expiresAt }) => (
                <tr key={id}>
                  <td>
                    <strong>{browserOf(userAgent)}</strong>{' '}
                    {current && <span className="dimmer">this one</span>}
                    {actor && (
                      <small>
                        {actor.name}, operator: {actor.reason}
                      </small>
                    )}
                  </td>
                  <td className="dim">{METHODS[authMethod]}</td>
                  <td className="dim mono">{address}</td>
                  <td className="dim">
                    <Moment time={createdAt} />
                  </td>
                  <td className="dim">{at(expiresAt)}</td>
                  <td>
                    <div className="acts">
                      {!current && (
                        <button type="button" className="btn sm" onClick={() => end.mutate(id)}>
                          End
                        </button>
                      )}
                    </div>
                  </td>
                </tr>
              ),
            )}
          </tbody>
        </Table>
      )}
    </section>
  );
}
