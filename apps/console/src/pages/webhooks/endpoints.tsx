import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type Rights, useCompanyName, useRights } from '../../api/account.ts';
import { call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { EVENT_TYPES } from '../../api/event-types.gen.ts';
import { ActsMenu } from '../../ui/acts-menu.tsx';
import { announce } from '../../ui/announce.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { number } from '../../ui/format.ts';
import { Pill } from '../../ui/pill.tsx';
import { Failed } from '../../ui/states.tsx';
import { ACTIONS, figures, Table } from '../../ui/table.tsx';
import { Button } from '../../ui/unable.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import type { Webhook } from './queries.ts';
import { Recover } from './recover.tsx';
import { SecretOnce } from './secret-once.tsx';
import { detailOf, shortUrl, stateOf, typicalAnswer } from './words.ts';

type Asked = { what: 'edit' | 'rotate' | 'delete' | 'off' | 'recover'; webhook: Webhook };

/** The endpoints, failing ones first. */
export function Endpoints({
  webhooks,
  chosen,
}: {
  webhooks: readonly Webhook[];
  chosen: string | undefined;
}) {
  const [asked, setAsked] = useState<Asked>();
  const [secret, setSecret] = useState<{ url: string; secret: string }>();
  const [error, setError] = useState<Error>();
  return (
    <>
      {error && <Failed error={error} />}
      <Table
        className="endpoints"
        columns={[
          'State',
          'Endpoint',
          'For',
          'Events',
          figures('Last 24 h'),
          figures('Typical answer'),
          ACTIONS,
        ]}
      >
        <tbody>
          {webhooks.map((webhook) => (
            <Row
              key={webhook.id}
              webhook={webhook}
              isChosen={webhook.id === chosen}
              ask={(what) => setAsked({ what, webhook })}
              fail={setError}
            />
          ))}
        </tbody>
      </Table>
      {asked && (
        <Question
          {...asked}
          close={() => setAsked(undefined)}
          onSecret={(value) => setSecret({ url: asked.webhook.url, secret: value })}
        />
      )}
      {secret && <SecretOnce {...secret} close={() => setSecret(undefined)} />}
    </>
  );
}

function Row(props: {
  webhook: Webhook;
  isChosen: boolean;
  ask: (what: Asked['what']) => void;
  fail: (error: Error | undefined) => void;
}) {
  const { webhook, isChosen, ask, fail } = props;
  const companyName = useCompanyName();
  const rights = useRights();
  const mayChange = rights.isOwner || (rights.isAdmin && webhook.companyId !== undefined);
  const isOff = webhook.status === 'DISABLED';
  const { figures } = webhook;
  return (
    <tr className={isChosen ? 'sel' : ''}>
      <td>
        <Pill {...stateOf(webhook)} />
      </td>
      <td>
        <Link
          to="/webhooks"
          search={(before) => ({
            ...before,
            endpoint: isChosen ? undefined : webhook.id,
            delivery: undefined,
          })}
        >
          <strong className={isOff ? 'off' : ''}>{shortUrl(webhook.url)}</strong>
        </Link>
        <small>{detailOf(webhook)}</small>
      </td>
      <td>{webhook.companyId ? companyName(webhook.companyId) : 'Every company'}</td>
      <td className="dim">
        {webhook.events.length === 0 ? 'all' : `${webhook.events.length} of ${EVENT_TYPES.length}`}
      </td>
      <td className={`num ${isOff ? 'dim' : ''}`}>
        {figures && figures.waiting > 0 ? (
          <b className="waits">{number(figures.waiting)} waiting</b>
        ) : (
          number(figures?.told ?? 0)
        )}
      </td>
      <td className={`num ${isOff ? 'dim' : ''}`}>{typicalAnswer(webhook)}</td>
      <td>{mayChange && <RowActs webhook={webhook} rights={rights} ask={ask} fail={fail} />}</td>
    </tr>
  );
}

function RowActs(props: {
  webhook: Webhook;
  rights: Rights;
  ask: (what: Asked['what']) => void;
  fail: (error: Error | undefined) => void;
}) {
  const { webhook, rights, ask, fail } = props;
  const navigate = useNavigate();
  const cache = useQueryClient();
  const path = { id: webhook.id };
  const test = useMutation({
    mutationFn: () => call(api.POST('/v1/webhooks/{id}/test', { params: { path } })),
    onMutate: () => fail(undefined),
    onError: fail,
    onSuccess: async ({ id, lastStatusCode }) => {
      announce(lastStatusCode ? `The endpoint answered ${lastStatusCode}` : 'The endpoint did not answer');
      await cache.invalidateQueries({ queryKey: ['webhooks'] });
      await navigate({ to: '/webhooks', search: { endpoint: webhook.id, delivery: id } });
    },
  });
  const switchOn = useMutation({
    mutationFn: () => call(api.PATCH('/v1/webhooks/{id}', { params: { path }, body: { status: 'ACTIVE' } })),
    onMutate: () => fail(undefined),
    onError: fail,
    onSuccess: () => cache.invalidateQueries({ queryKey: ['webhooks'] }),
  });
  const isOff = webhook.status === 'DISABLED';
  const { noCredentials, noSending } = rights;
  return (
    <div className="acts">
      {isOff ? (
        <Button act={() => switchOn.mutate()} not={noSending}>
          Switch on
        </Button>
      ) : (
        <Button act={() => test.mutate()} not={test.isPending ? 'It is being asked' : noSending}>
          {test.isPending ? 'Asking…' : 'Send a test'}
        </Button>
      )}
      <ActsMenu
        label={`More for ${shortUrl(webhook.url)}`}
        acts={[
          { label: 'Change', act: () => ask('edit'), not: noCredentials },
          { label: 'New secret', act: () => ask('rotate'), not: noCredentials },
          {
            label: 'Send again what was missed',
            act: () => ask('recover'),
            not: isOff ? 'Switch it on first' : noSending,
          },
          ...(isOff
            ? [{ label: 'Send a test', act: () => test.mutate(), not: noSending }]
            : [{ label: 'Switch off', act: () => ask('off'), not: noSending }]),
          { label: 'Delete', act: () => ask('delete'), isBad: true },
        ]}
      />
    </div>
  );
}

/** What is asked before, or filled in for, what the menu offers. */
function Question({
  what,
  webhook,
  close,
  onSecret,
}: Asked & { close: () => void; onSecret: (secret: string) => void }) {
  const cache = useQueryClient();
  const path = { id: webhook.id };
  const refresh = () => cache.invalidateQueries({ queryKey: ['webhooks'] });
  if (what === 'edit') return <EndpointForm webhook={webhook} close={close} />;
  if (what === 'recover') return <Recover webhook={webhook} close={close} />;
  if (what === 'rotate')
    return (
      <Confirm
        title="Make a new signing secret"
        verb="Make it"
        close={close}
        act={async () => {
          const { secret } = await call(
            api.PATCH('/v1/webhooks/{id}', { params: { path }, body: { rotateSecret: true } }),
          );
          if (secret) onSecret(secret);
        }}
      >
        <p>
          From now on each call to <b>{shortUrl(webhook.url)}</b> is signed with it, and your side refuses
          them until it knows it. The old one is out of use at once; deliveries signed with it are already
          gone.
        </p>
        <p>What is refused meanwhile is sent again by itself, for three days.</p>
      </Confirm>
    );
  if (what === 'off')
    return (
      <Confirm
        title="Switch the endpoint off"
        verb="Switch off"
        close={close}
        act={async () => {
          await call(api.PATCH('/v1/webhooks/{id}', { params: { path }, body: { status: 'DISABLED' } }));
          await refresh();
        }}
      >
        <p>
          <b>{shortUrl(webhook.url)}</b> is told nothing any more.
        </p>
        <p>What waits for it stays, and what is missed can be sent again once it is on.</p>
      </Confirm>
    );
  return (
    <Confirm
      title="Delete the endpoint"
      verb="Delete"
      close={close}
      act={async () => {
        await call(api.DELETE('/v1/webhooks/{id}', { params: { path } }));
        await refresh();
      }}
    >
      <p>
        <b>{shortUrl(webhook.url)}</b> is told nothing any more, and what waits for it is dropped.
      </p>
      <p>What it was told stays in the list for 30 days.</p>
    </Confirm>
  );
}
