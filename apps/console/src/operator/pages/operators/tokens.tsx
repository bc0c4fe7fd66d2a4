import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/answer.ts';
import { Answered } from '../../../ui/answered.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { number } from '../../../ui/format.ts';
import { Moment } from '../../../ui/moment.tsx';
import { ACTIONS, Table } from '../../../ui/table.tsx';
import { Button } from '../../../ui/unable.tsx';
import { at } from '../../../ui/when.ts';
import { api } from '../../api/client.ts';
import type { Token } from '../../api/types.ts';
import { ROLES } from '../../parts/roles.ts';
import { TokenForm } from './token-form.tsx';

const isLive = ({ revokedAt, expiresAt }: Token): boolean => !revokedAt && Date.parse(expiresAt) > Date.now();

const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: async () => (await call(api.GET('/operator/v1/tokens'))).tokens.filter(isLive),
});

/** What programs of the operator's side are known by: one's own, and for an admin everybody's. */
export function Tokens() {
  const [isMaking, setMaking] = useState(false);
  const [revoked, setRevoked] = useState<Token>();
  const query = useQuery(tokensQuery);
  return (
    <section aria-label="Tokens">
      <div className="sec">
        <h2>Tokens {query.data && query.data.length > 0 && <small>{number(query.data.length)}</small>}</h2>
        <span className="end">
          <button type="button" className="link" onClick={() => setMaking(true)}>
            Make a token…
          </button>
        </span>
      </div>
      <Answered query={query} lines={2}>
        {(tokens) =>
          tokens.length === 0 ? (
            <p className="dim none">None. The command line, Prometheus and other programs need one each.</p>
          ) : (
            <Rows tokens={tokens} revoke={setRevoked} />
          )
        }
      </Answered>
      {isMaking && <TokenForm close={() => setMaking(false)} />}
      {revoked && <Revoke token={revoked} close={() => setRevoked(undefined)} />}
    </section>
  );
}

function Rows({ tokens, revoke }: { tokens: readonly Token[]; revoke: (token: Token) => void }) {
  return (
    <Table caption="Tokens" columns={['Name', 'Of', 'Role', 'Last used', 'Ends', ACTIONS]}>
      <tbody>
        {tokens.map((token) => (
          <tr key={token.id}>
            <td>
              <strong>{token.name}</strong>
              <small className="mono">{token.prefix}…</small>
            </td>
            <td>{token.operatorName}</td>
            <td>{ROLES[token.role].label}</td>
            <td className="dim nowrap">{token.lastUsedAt ? <Moment time={token.lastUsedAt} /> : 'never'}</td>
            <td className="dim nowrap">{at(token.expiresAt)}</td>
            <td>
              <div className="acts">
                <Button className="btn sm ghost bad" act={() => revoke(token)} of={token.name}>
                  Revoke…
                </Button>
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Revoke({ token, close }: { token: Token; close: () => void }) {
  const cache = useQueryClient();
  return (
    <Confirm
      title={`Revoke ${token.name}`}
      verb="Revoke"
      act={async () => {
        await call(api.DELETE('/operator/v1/tokens/{id}', { params: { path: { id: token.id } } }));
        await cache.invalidateQueries({ queryKey: ['tokens'] });
      }}
      close={close}
    >
      <p>
        Whatever uses it is refused at once.{' '}
        {token.lastUsedAt ? (
          <>
            It was last used <Moment time={token.lastUsedAt} />.
          </>
        ) : (
          'It was never used.'
        )}
      </p>
    </Confirm>
  );
}
