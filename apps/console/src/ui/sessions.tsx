import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { announce } from './announce.tsx';
import { Answered, type Asked } from './answered.tsx';
import { browserOf } from './browser-of.ts';
import { Moment } from './moment.tsx';
import { Failed } from './states.tsx';
import { ACTIONS, Table } from './table.tsx';
import { Button } from './unable.tsx';
import { at } from './when.ts';

interface Session {
  id: string;
  current: boolean;
  userAgent?: string | undefined;
  address?: string | undefined;
  createdAt: string;
  expiresAt: string;
}

/** Where the person is signed in, each of which can be ended. */
export function Sessions<One extends Session>(props: {
  query: Asked<readonly One[]>;
  /** What it was signed in with. */
  wayOf: (session: One) => string;
  /** Who sits there instead of the person. */
  sitterOf?: (session: One) => ReactNode;
  end: (id: string) => Promise<unknown>;
}) {
  const { query, wayOf, sitterOf, end } = props;
  const cache = useQueryClient();
  const ending = useMutation({
    mutationFn: end,
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
      {ending.error && <Failed error={ending.error} />}
      <Answered query={query} lines={3}>
        {(sessions) => (
          <Table
            className="people"
            caption="Sessions"
            columns={['Where', 'Signed in with', 'From', 'Since', 'Until', ACTIONS]}
          >
            <tbody>
              {sessions.map((session) => (
                <tr key={session.id}>
                  <td>
                    <strong>{browserOf(session.userAgent)}</strong>{' '}
                    {session.current && <span className="dimmer">this one</span>}
                    {sitterOf?.(session)}
                  </td>
                  <td className="dim">{wayOf(session)}</td>
                  <td className="dim mono">{session.address}</td>
                  <td className="dim nowrap">
                    <Moment time={session.createdAt} />
                  </td>
                  <td className="dim nowrap">{at(session.expiresAt)}</td>
                  <td>
                    <div className="acts">
                      {!session.current && (
                        <Button
                          act={() => ending.mutate(session.id)}
                          of={`the session of ${browserOf(session.userAgent)}`}
                          isBusy={ending.isPending}
                        >
                          End
                        </Button>
                      )}
                    </div>
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
      </Answered>
    </section>
  );
}
