import { queryOptions, useQuery } from '@tanstack/react-query';
import { allPages } from '../../api/all-pages.ts';
import { call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { Sessions as List } from '../../ui/sessions.tsx';

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

/** Where the person is signed in; staff at their desk stand there by name. */
export function Sessions() {
  return (
    <List
      query={useQuery(sessionsQuery)}
      wayOf={({ authMethod }) => METHODS[authMethod]}
      sitterOf={({ actor }) =>
        actor && (
          <small>
            {actor.name}, operator: {actor.reason}
          </small>
        )
      }
      end={(id) => call(api.DELETE('/v1/sessions/{id}', { params: { path: { id } } }))}
    />
  );
}
