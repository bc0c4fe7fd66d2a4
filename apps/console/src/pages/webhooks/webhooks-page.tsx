import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useRights } from '../../api/account.ts';
import { Curl, curlOf } from '../../ui/curl.tsx';
import { Page } from '../../ui/page.tsx';
import { useScope } from '../../ui/scope.ts';
import { Empty, Failed, Loading } from '../../ui/states.tsx';
import { Button } from '../../ui/unable.tsx';
import { Deliveries } from './deliveries.tsx';
import { Delivery } from './delivery.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { Endpoints } from './endpoints.tsx';
import { webhooksQuery } from './queries.ts';
import { SecretOnce } from './secret-once.tsx';
import { Verifiers, Verify } from './verify.tsx';

const route = getRouteApi('/inside/webhooks');

/** Where we tell others what happens: the endpoints, what each was told, and what it answered. */
export function WebhooksPage() {
  const company = useScope();
  const { endpoint, status, delivery, message } = route.useSearch();
  const rights = useRights();
  const webhooks = useQuery(webhooksQuery(company));
  const [open, setOpen] = useState<'new' | 'verify'>();
  const [made, setMade] = useState<{ url: string; secret: string }>();
  const none = webhooks.data?.length === 0;
  return (
    <Page
      title="Webhooks"
      lede={ledeOf(webhooks.data)}
      actions={
        <>
          <button type="button" className="btn" onClick={() => setOpen('verify')}>
            Check a signature
          </button>
          {rights.isAdmin && (
            <Button className="btn pri" not={rights.noCredentials} act={() => setOpen('new')}>
              Add an endpoint
            </Button>
          )}
        </>
      }
    >
      {webhooks.isPending && <Loading />}
      {webhooks.error && <Failed error={webhooks.error} again={() => webhooks.refetch()} />}
      {none && <NoEndpoints isAdmin={rights.isAdmin} />}
      {webhooks.data && webhooks.data.length > 0 && (
        <>
          <Endpoints webhooks={webhooks.data} chosen={endpoint} />
          <div className="split deliveries">
            <Deliveries filter={{ company, endpoint, status, message }} open={delivery} />
            {delivery ? (
              <Delivery id={delivery} />
            ) : (
              <p className="dimmer aside">Choose a delivery to read it.</p>
            )}
          </div>
        </>
      )}
      {!rights.isAdmin && webhooks.isSuccess && (
        <p className="dim more">You may read this. To change it, ask an owner or an admin of the company.</p>
      )}
      {open === 'new' && (
        <EndpointForm close={() => setOpen(undefined)} onSecret={(url, secret) => setMade({ url, secret })} />
      )}
      {open === 'verify' && <Verify close={() => setOpen(undefined)} />}
      {made && <SecretOnce {...made} isNew close={() => setMade(undefined)} />}
    </Page>
  );
}

function ledeOf(
  webhooks: readonly { status: string; failingSince?: string }[] | undefined,
): string | undefined {
  if (!webhooks || webhooks.length === 0) return undefined;
  const failing = webhooks.filter(({ status, failingSince }) => status === 'ACTIVE' && failingSince).length;
  if (failing > 0)
    return failing === 1
      ? 'One endpoint does not answer as it should.'
      : `${failing} endpoints do not answer as they should.`;
  return webhooks.some(({ status }) => status === 'ACTIVE')
    ? 'Every endpoint that is on answers.'
    : 'No endpoint is switched on, so nobody is told.';
}

function NoEndpoints({ isAdmin }: { isAdmin: boolean }) {
  return (
    <Empty title="Nobody is told yet">
      <p className="dim">
        A webhook is an address of yours that we call when something happens: a document was delivered,
        refused, or came in. We sign each call, and try again for three days when you do not answer.
      </p>
      <Curl
        command={curlOf({
          method: 'POST',
          path: '/v1/webhooks',
          headers: { 'Content-Type': 'application/json' },
          body: '{"url": "https://erp.example.com/peppol"}',
        })}
      />
      <h3>What your side does with a call</h3>
      <Verifiers />
      {!isAdmin && <p className="dim">An owner or an admin of the company adds one.</p>}
      <p>
        <Link className="link" to="/events" search={{}}>
          See what happens now
        </Link>
      </p>
    </Empty>
  );
}
