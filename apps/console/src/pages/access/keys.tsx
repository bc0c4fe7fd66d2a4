import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useRights } from '../../api/account.ts';
import { call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { type ApiKey, keysQuery } from '../../people/queries.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { number } from '../../ui/format.ts';
import { Moment } from '../../ui/moment.tsx';
import { useScope } from '../../ui/scope.ts';
import { Failed, Loading } from '../../ui/states.tsx';
import { ACTIONS, Table } from '../../ui/table.tsx';
import { Button } from '../../ui/unable.tsx';
import { ago, dateOf, until } from '../../ui/when.ts';
import { Reaches } from './reaches.tsx';

/** The most an account has. */
const AT_MOST = 100;
/** So long before its end a key is said to end soon. */
const SOON_MS = 14 * 86_400_000;

/** The keys that programs call us with. */
export function Keys() {
  const keys = useQuery(keysQuery(useScope()));
  const [revoked, setRevoked] = useState<ApiKey>();
  if (keys.isPending) return <Loading lines={4} />;
  if (keys.error) return <Failed error={keys.error} again={() => keys.refetch()} />;
  return (
    <>
      <div className="sec">
        <h2>
          Keys{' '}
          <small>
            {number(keys.data.length)} of {AT_MOST}
          </small>
        </h2>
        <span className="end">
          <span>A key’s value is shown once, when it is made</span>
        </span>
      </div>
      {keys.data.length === 0 ? (
        <p className="dim none">
          No program has a key yet. Each program gets its own, with no more than it needs.
        </p>
      ) : (
        <Table className="people" columns={['Key', 'Reaches', 'May', 'Last used', 'Ends', ACTIONS]}>
          <tbody>
            {keys.data.map((key) => (
              <Row key={key.id} apiKey={key} revoke={() => setRevoked(key)} />
            ))}
          </tbody>
        </Table>
      )}
      {revoked && <Revoke apiKey={revoked} close={() => setRevoked(undefined)} />}
    </>
  );
}

function Row({ apiKey, revoke }: { apiKey: ApiKey; revoke: () => void }) {
  const { isOwner } = useRights();
  const { name, prefix, companyId, permissions, lastUsedAt } = apiKey;
  return (
    <tr>
      <td>
        <strong>{name}</strong>
        <small className="mono">{prefix}…</small>
      </td>
      <td className="dim">
        <Reaches companyIds={companyId ? [companyId] : 'all'} />
      </td>
      <td>
        {permissions.map((permission) => (
          <span className="tag" key={permission}>
            {permission}
          </span>
        ))}
      </td>
      <td className="dim">{lastUsedAt ? <Moment time={lastUsedAt} /> : 'never'}</td>
      <td className="dim">
        <Ends apiKey={apiKey} />
      </td>
      <td>
        <div className="acts">
          <Button
            className="btn sm ghost bad"
            act={revoke}
            not={
              companyId === undefined && !isOwner
                ? 'Only an owner revokes a key of the whole account'
                : undefined
            }
          >
            Revoke
          </Button>
        </div>
      </td>
    </tr>
  );
}

function Ends({ apiKey: { expiresAt } }: { apiKey: ApiKey }) {
  if (!expiresAt) return 'never';
  const left = Date.parse(expiresAt) - Date.now();
  if (left <= 0) return <b className="waits">ended</b>;
  return left < SOON_MS ? <b className="waits">in {until(expiresAt)}</b> : dateOf(expiresAt);
}

function Revoke({ apiKey, close }: { apiKey: ApiKey; close: () => void }) {
  const cache = useQueryClient();
  const { id, name, lastUsedAt } = apiKey;
  return (
    <Confirm
      title={`Revoke ${name}`}
      verb="Revoke"
      close={close}
      act={async () => {
        await call(api.DELETE('/v1/api-keys/{id}', { params: { path: { id } } }));
        await cache.invalidateQueries({ queryKey: ['keys'] });
      }}
    >
      <p>
        {lastUsedAt ? `It was last used ${ago(lastUsedAt)}. ` : 'It was never used. '}
        What calls with it is refused from now on.
      </p>
      <p>This cannot be undone; a new key has another value.</p>
    </Confirm>
  );
}
