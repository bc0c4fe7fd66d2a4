import { openAccounts } from './accounts/open.ts';
import { openApiKeys } from './api-keys/open.ts';
import { auditRoutes } from './audit/routes.ts';
import { companyRoutes } from './companies/routes.ts';
import { openEvents } from './events/open.ts';
import { evidenceRoutes } from './evidence/routes.ts';
import { openArchive } from './export/archives/open.ts';
import { openExport } from './export/open.ts';
import type { Foundation } from './foundation.ts';
import { openHealth, type Watched } from './health/open.ts';
import { openInbound } from './inbound/open.ts';
import { openJournal } from './journal/open.ts';
import { openMessages } from './messages/open.ts';
import { openNetwork } from './network/open.ts';
import { openNotices } from './notices/open.ts';
import { openOperators } from './operators/open.ts';
import { openOutbound } from './outbound/open.ts';
import { openParticipants } from './participants/open.ts';
import { openPasskeys } from './passkeys/open.ts';
import { ALONE } from './platform/siblings.ts';
import { openPublication } from './publication/open.ts';
import { openReporting } from './reporting/open.ts';
import { openSandbox } from './sandbox/open.ts';
import { openSessions } from './sessions/open.ts';
import { readConfig } from './settings/config.ts';
import { openSftp } from './sftp/open.ts';
import { openSignIn } from './sign-in/open.ts';
import { openSmp } from './smp/open.ts';
import { openSso } from './sso/open.ts';
import type { Duties } from './start/duties.ts';
import { openStream } from './stream/open.ts';
import { openUsage } from './usage/open.ts';
import { openUsers } from './users/open.ts';
import { validationRoutes } from './validation/routes.ts';
import { openWebhooks } from './webhooks/open.ts';

/**
 * Every room that does something, opened on what all stand on and on its settings: one line each. A room says in its open.ts
 * (or, where it has nothing but routes, there) what it needs and what it gives. Opening starts nothing.
 */
export function openFeatures(base: Foundation, opened: AsyncDisposableStack) {
  const { config } = base;
  const stream = openStream(base);
  const webhooks = openWebhooks(base, config, opened);
  const exported = openExport(base, config, opened);
  const closing = { exports: exported.forClosing, webhooks: webhooks.forClosing };
  return {
    accounts: openAccounts({ ...base, closing }, config),
    apiKeys: openApiKeys(base, config),
    archive: openArchive(base, config),
    audit: { routes: auditRoutes(base) },
    companies: { routes: companyRoutes(base) },
    events: openEvents(base),
    evidence: { routes: evidenceRoutes(base) },
    export: exported,
    health: openHealth(base, config, stream),
    inbound: openInbound(base, config, opened),
    journal: openJournal(base),
    messages: openMessages(base, config, opened),
    network: openNetwork(base),
    notices: openNotices(base, config),
    operators: openOperators(base, config),
    outbound: openOutbound(base, config),
    participants: openParticipants(base, config),
    passkeys: openPasskeys(base, config),
    publication: openPublication(base, config),
    reporting: openReporting(base),
    sandbox: openSandbox({ ...base, tellExample: webhooks.tellExample }, config),
    sessions: openSessions(base),
    sftp: openSftp(base, config),
    signIn: openSignIn(base, config),
    smp: openSmp(base, config),
    sso: openSso(base, config),
    stream,
    usage: openUsage(base),
    users: openUsers(base, config),
    validation: { routes: validationRoutes(base) },
    webhooks,
  };
}

export type Features = ReturnType<typeof openFeatures>;

/** Before anything is told of events. */
export async function startListeners({ webhooks }: Features, { works }: Duties): Promise<void> {
  if (works) await webhooks.start();
}

/** Once the servers listen: what is called from outside as well, and what others must be told. */
export async function startFeatures(
  { sftp, publication, export: exports }: Features,
  { takesFiles, leads, works }: Duties,
  serving: AsyncDisposableStack,
  ending: AbortSignal,
): Promise<void> {
  if (takesFiles) serving.defer(await sftp.start());
  if (leads) await publication.start(ending);
  if (works) await exports.start();
}

/** Once all of it runs: whether it stays well. */
export const watchAll = ({ health }: Features, running: Watched): Promise<void> => health.watch(running);

/** Features that nothing stands behind: their routes can be described, and not called. */
export function featuresToDescribe(): Features {
  const base = {
    config: readConfig({}),
    secretKey: Buffer.alloc(32),
    siblings: ALONE,
  } as unknown as Foundation;
  const features = openFeatures(base, new AsyncDisposableStack());
  features.stream.close();
  return features;
}
