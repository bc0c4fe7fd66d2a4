import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/answer.ts';
import { WAYS_IN } from '../../../texts/ways-in.ts';
import { Sessions as List } from '../../../ui/sessions.tsx';
import { api } from '../../api/client.ts';

const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async () => (await call(api.GET('/operator/v1/me/sessions'))).sessions,
});

/** Where the operator is signed in. */
export function Sessions() {
  return (
    <List
      query={useQuery(sessionsQuery)}
      wayOf={({ authMethod }) => WAYS_IN[authMethod]}
      end={(id) => call(api.DELETE('/operator/v1/me/sessions/{id}', { params: { path: { id } } }))}
    />
  );
}
