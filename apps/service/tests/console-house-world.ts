import { freePorts } from '../../../scripts/free-ports.ts';
import {
  type Account,
  activeParticipant,
  type Pappel,
  signUp,
  startPappel,
  TIMBER,
  until,
} from './harness.ts';
import { CLIENT, type OpenIdProvider, startOpenIdProvider } from './openid-provider.ts';
import { type Mailbox, newCompany, newKey, newPerson, type Person, startMailbox } from './people.ts';
import { type Receiver, startReceiver } from './webhook-receiver.ts';

/** An account in which something of everything happened, for the eyes of its people. */
export interface HouseWorld {
  pappel: Pappel;
  provider: OpenIdProvider;
  mailbox: Mailbox;
  account: Account;
  branch: string;
  admin: Person;
  member: Person;
  well: Receiver;
  ill: Receiver;
  close(): Promise<void>;
}

/** The console's own port is where the identity provider sends people back to, so it is chosen before. */
export async function startHouse(extra: Record<string, string> = {}): Promise<HouseWorld> {
  await using opened = new AsyncDisposableStack();
  const [port = 0, sftp = 0] = await freePorts(2);
  const provider = await startOpenIdProvider([`http://localhost:${port}/sso/callback`]);
  opened.defer(() => provider.close());
  const mailbox = await startMailbox();
  opened.defer(() => mailbox.close());
  const pappel = await startPappel({
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'Pappel <peppol@example.org>',
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    SFTP_PORT: String(sftp),
    WEBHOOK_SCHEDULE: '0,1,7200',
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_PROVIDER: 'Company directory',
    OIDC_REDIRECT_URL: `http://localhost:${port}/sso/callback`,
    ...extra,
  });
  opened.defer(() => pappel.stop());
  const account = await signUp(pappel);
  const branch = await newCompany(pappel, account, 'Almvik Bygg AB');
  const [well, ill] = [await startReceiver(), await startReceiver()];
  for (const receiver of [well, ill]) opened.defer(() => receiver.close());
  ill.answer = (_delivered, response) => response.writeHead(502).end('<h1>Bad gateway</h1>');
  const admin = await newPerson(pappel, account.session, 'company_admin', [branch]);
  const member = await newPerson(pappel, account.session, 'member', [branch]);
  const world = opened.move();
  return {
    pappel,
    provider,
    mailbox,
    account,
    branch,
    admin,
    member,
    well,
    ill,
    close: () => world.disposeAsync(),
  };
}

/** Fills it: endpoints of each kind with deliveries, keys, people, an SFTP login. */
export async function furnish({ pappel, account, branch, well, ill }: HouseWorld): Promise<void> {
  const post = (path: string, body: object) => pappel.call('POST', path, account.session, body);
  await post('/v1/webhooks', { url: well.url, description: 'main receiver of the platform' });
  const failing = await post('/v1/webhooks', { url: ill.url, companyId: branch });
  const old = await post('/v1/webhooks', { url: `${well.url}/old`, events: ['document.received'] });
  await pappel.call('PATCH', `/v1/webhooks/${old.body.id}`, account.session, { status: 'DISABLED' });
  await newKey(pappel, account.session, {
    name: 'Almvik collector',
    companyId: branch,
    permissions: ['read'],
  });
  const soon = new Date(Date.now() + 10 * 86_400_000).toISOString();
  await newKey(pappel, account.session, { name: 'Finance export', permissions: ['read'], expiresAt: soon });
  await post('/v1/users', {
    name: 'Sanna Virtanen',
    email: 'sanna@example.org',
    role: 'member',
    companyIds: [branch],
  });
  const { operatorToken } = pappel.service.base;
  for (const companyId of [undefined, branch])
    await fetch(`${pappel.operator}/operator/v1/sftp/logins`, {
      method: 'POST',
      headers: { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        accountId: account.accountId,
        companyId,
        username: companyId ? 'almvik' : 'timber',
        authMethod: 'PASSWORD',
      }),
    });
  await activeParticipant(pappel, account, TIMBER, branch);
  await until(
    () => pappel.call('GET', `/v1/webhooks/deliveries?webhookId=${failing.body.id}`, account.session),
    ({ body }) => body.deliveries.some(({ attempts }: { attempts: number }) => attempts > 1),
  );
}
