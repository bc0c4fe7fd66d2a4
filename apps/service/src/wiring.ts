import { join } from 'node:path';
import type { ReceiveContext } from '@pappel/as4/receive';
import type { SendContext } from '@pappel/as4/send';
import { createAgent } from '@pappel/as4/transport';
import { createNaptrResolver, type SmpContext } from '@pappel/smp/context';
import type { DirectoryContext } from '@pappel/smp/directory';
import { DiscoveryCache } from '@pappel/smp/discovery-cache';
import type { SmlContext } from '@pappel/smp/sml';
import { Validator } from '@pappel/validation/validator';
import type { Logger } from 'pino';
import { Agent } from 'undici';
import { EventWaits } from './events/wait.ts';
import { ExportWriter } from './export/writer.ts';
import { type Identity, openIdentity } from './identity.ts';
import { Envelopes } from './inbound/envelopes.ts';
import { DocumentPages } from './messages/document-pages.ts';
import { NetworkView } from './network/network-view.ts';
import { publicationMark } from './network/publication-mark.ts';
import { RETRY_SCHEDULE } from './outbound/settle.ts';
import type { Database, Db } from './platform/db/database.ts';
import { DOCUMENT_LIMIT } from './platform/document-limit.ts';
import { DocumentRoom } from './platform/document-room.ts';
import type { Environment } from './platform/environment.ts';
import { EventLog } from './platform/events/follow.ts';
import type { Health } from './platform/health.ts';
import { HeavyReads } from './platform/heavy-reads.ts';
import { BodyIntake } from './platform/http/intake.ts';
import { Cursors } from './platform/http/page.ts';
import { RateLimiter } from './platform/http/rate-limit.ts';
import { type Mailer, smtpMailer } from './platform/mail/mailer.ts';
import type { Metrics } from './platform/metrics.ts';
import { directoryPayloadStore } from './platform/payload-directory.ts';
import { rememberPayloads } from './platform/payload-memory.ts';
import { s3PayloadStore } from './platform/payload-s3.ts';
import type { PayloadStore } from './platform/payload-store.ts';
import { refuseNeverCalledUrl, refusePrivateUrl } from './platform/private-address.ts';
import { insideLookup, publicLookup } from './platform/public-lookup.ts';
import { Turns } from './platform/turns.ts';
import { type Provider, providerFrom } from './provider/provider.ts';
import { openPublisher } from './publication/open-publisher.ts';
import type { Publisher } from './publication/publisher.ts';
import { type Config, ConfigError, type SignupMode } from './settings/config.ts';
import type { RelyingParty } from './settings/passkeys.ts';
import { IdentityProvider } from './sso/provider.ts';
import { joinNodes } from './start/join-nodes.ts';
import { type KeptSecrets, keptSecrets } from './start/kept-secrets.ts';
import { nodeFacts } from './start/node-facts.ts';
import { openStore, type Store } from './start/open-store.ts';
import { LiveStreams } from './stream/live-streams.ts';
import { openWebhooks, type Webhooks } from './webhooks/open.ts';

/** Everything use cases are given as arguments; each names only what it uses. */
export interface Deps extends Webhooks {
  config: Config;
  log: Logger;
  database: Database;
  db: Db;
  /** Followed once the service has started. */
  events: EventLog;
  eventWaits: EventWaits;
  streams: LiveStreams;
  payloads: PayloadStore;
  /** Begins once jobs are run. */
  exports: ExportWriter;
  validator: Validator;
  documentPages: DocumentPages;
  heavyReads: HeavyReads;
  documentRoom: DocumentRoom;
  envelopes: Envelopes;
  cursors: Cursors;
  /** From which keys for sealing are derived; the same on all nodes of one database. */
  secretKey: Buffer;
  intake: BodyIntake;
  rateLimiter: RateLimiter;
  metrics: Metrics;
  health: Health;
  /** Undefined where mail is unavailable. */
  mailer: Mailer | undefined;
  signInTurns: Turns;
  erasureEnabled: boolean;
  sso: IdentityProvider | undefined;
  relyingParty: RelyingParty | undefined;
  identity: Identity;
  nodeId: string;
  environment: Environment;
  signupMode: SignupMode;
  bootstrapToken: string | undefined;
  operatorToken: string;
  autoApprove: boolean;
  strictAddressing: boolean;
  publicUrl: string;
  smpPublicUrl: string;
  as4PublicUrl: string;
  seat: string;
  provider: Provider;
  smp: SmpContext;
  discoveries: DiscoveryCache;
  networkView: NetworkView;
  publisher: Publisher;
  /** For searching, and with the SMP's certificate for indexing; undefined where there is none. */
  directory: DirectoryContext | undefined;
  indexer: DirectoryContext | undefined;
  sml: SmlContext;
  as4Send: SendContext;
  as4Receive: ReceiveContext;
  retrySchedule: readonly number[];
  /** Settles when the embedded database ends; never with one of the operator's. */
  databaseEnded: Promise<void>;
  close(): Promise<void>;
}

/** What a start is given. */
export interface StartContext {
  log: Logger;
  health: Health;
  metrics: Metrics;
  /** Aborted when we are asked to end meanwhile. */
  signal: AbortSignal;
}

/** A document of 40 MiB and its envelope, decompressed. */
const ENVELOPE_LIMIT = DOCUMENT_LIMIT + 65_536;

/**
 * Opens database, payload store, keys and clients. What was opened is closed in the opposite order, also when something
 * cannot be opened.
 */
export async function openDeps(config: Config, context: StartContext): Promise<Deps> {
  const { log, health, metrics, signal } = context;
  await using opened = new AsyncDisposableStack();
  const { postgres, database } = await openStoreOf(config, context, opened);
  const identity = await openIdentity(config, (outcome) => metrics.revocation.inc({ outcome }));
  opened.defer(() => identity.close());
  health.is('localNetwork');
  signal.throwIfAborted();
  const provider = ourselves(config, identity);
  const clients = openClients(config, identity, database.db);
  opened.defer(() => clients.close());
  const validator = new Validator({
    rules: config.rules,
    onDifference: (documentTypeId, differences) =>
      log.warn({ documentTypeId, differences }, 'installed rules differ from the built-in ones'),
  });
  opened.defer(() => validator.close());
  const documentPages = new DocumentPages();
  opened.defer(() => documentPages.close());
  const envelopes = new Envelopes();
  opened.defer(() => envelopes.close());
  const mailer = config.smtp && smtpMailer(config.smtp.url, config.smtp.from);
  opened.defer(() => mailer?.close());
  const secrets = await keptSecrets(config);
  opened.defer(await takePlace(config, { identity, database, secrets }));
  signal.throwIfAborted();
  const payloads = openPayloads(config);
  const exports = new ExportWriter({ database, db: database.db, payloads, log, nodeId: secrets.nodeId });
  opened.defer(() => exports.stop());
  const closing = opened.move();
  return {
    config,
    log,
    database,
    db: database.db,
    ...openEvents(database, log),
    ...openWebhooks({ ...config, ...secrets, db: database.db, log }, closing),
    payloads,
    exports,
    validator,
    documentPages,
    heavyReads: new HeavyReads(),
    documentRoom: new DocumentRoom(),
    envelopes,
    ...secrets,
    cursors: new Cursors(secrets.secretKey),
    intake: new BodyIntake(join(config.dataDir, 'spool')),
    rateLimiter: new RateLimiter({ off: !config.rateLimits, limits: config.limits }),
    metrics,
    health,
    mailer,
    signInTurns: new Turns(),
    sso: config.sso && new IdentityProvider(config.sso, log),
    identity,
    ...asConfigured(config),
    seat: identity.seat,
    provider,
    ...clients.contexts,
    retrySchedule: config.retrySchedule ?? RETRY_SCHEDULE,
    databaseEnded: postgres?.ended ?? new Promise<void>(() => undefined),
    close: () => closing.disposeAsync(),
  };
}

function openEvents(database: Database, log: Logger) {
  const events = new EventLog({ ...database, log });
  const streams = new LiveStreams({ db: database.db, events, log });
  return { events, eventWaits: new EventWaits(events), streams };
}

async function openStoreOf(
  { dataDir, databaseUrl, eventsDays }: Config,
  { log, metrics, signal }: StartContext,
  opened: AsyncDisposableStack,
): Promise<Store> {
  const store = await openStore({ dataDir, databaseUrl, eventsDays, log, metrics, signal }, opened);
  if ('problem' in store) throw new ConfigError(store.problem);
  return store;
}

/** Among the nodes of the database; answers how to leave it. */
async function takePlace(
  { s3, dataDir, rules }: Config,
  { identity, database, secrets }: { identity: Identity; database: Database; secrets: KeptSecrets },
): Promise<() => Promise<void>> {
  const { seat, accessPoint, smp } = identity;
  const { secretKey } = secrets;
  const payloadDir = join(dataDir, 'payloads');
  const facts = await nodeFacts({ seat, accessPoint, smp, secretKey, rules, s3, payloadDir });
  const place = await joinNodes(database.db, secrets.nodeId, facts);
  if ('problems' in place) throw new ConfigError(place.problems);
  return () => place.leave();
}

const asConfigured = (config: Config) => ({
  erasureEnabled: config.erasureEnabled,
  relyingParty: config.relyingParty,
  environment: config.network === 'production' ? ('PRODUCTION' as const) : ('TEST' as const),
  signupMode: config.signupMode,
  autoApprove: config.autoApprove,
  strictAddressing: config.strictAddressing,
  publicUrl: config.publicUrl,
  smpPublicUrl: config.smpPublicUrl,
  as4PublicUrl: config.as4PublicUrl,
});

function openPayloads({ s3, dataDir }: Config): PayloadStore {
  return rememberPayloads(s3 ? s3PayloadStore(s3) : directoryPayloadStore(join(dataDir, 'payloads')));
}

function ourselves(config: Config, { seat, accessPoint }: Identity): Provider {
  const provider = providerFrom(config.provider, { seat, country: accessPoint.certificate.country });
  if ('problem' in provider) throw new ConfigError(provider.problem);
  return provider;
}

function openClients(config: Config, identity: Identity, db: Db) {
  const ca = identity.tlsCa;
  const isLocal = config.network === 'local';
  const network = createAgent({ tlsCaPem: ca, connect: { lookup: isLocal ? insideLookup : publicLookup } });
  const sml = new Agent({ connect: { ca, ...identity.smpPem, timeout: 5_000, lookup: insideLookup } });
  const refuseUrl = isLocal ? refuseNeverCalledUrl : refuseNetworkUrl;
  const smp: SmpContext = {
    resolveNaptr: createNaptrResolver(identity.dnsServers),
    dispatcher: network,
    trust: identity.trust,
    zone: identity.zone,
    clock: () => new Date(),
    refuseUrl,
  };
  const { accessPoint: key, trust } = identity;
  const directoryUrl =
    config.smp.directoryUrl === undefined ? identity.directoryUrl : config.smp.directoryUrl;
  const directory = directoryUrl ? { url: directoryUrl, dispatcher: network } : undefined;
  const indexer = directoryUrl ? { url: directoryUrl, dispatcher: sml } : undefined;
  const smlContext = { url: identity.smlUrl, dispatcher: sml, smpId: `PAPPEL-${identity.seat}` };
  return {
    contexts: {
      smp,
      discoveries: new DiscoveryCache(smp),
      networkView: new NetworkView(smp, (participant) => publicationMark(db, participant)),
      publisher: openPublisher(config, identity, { smp, sml: smlContext, directory, indexer }),
      directory,
      indexer,
      sml: smlContext,
      as4Send: { dispatcher: network, key, trust },
      as4Receive: { keys: [key, ...identity.formerAccessPoints], trust, payloadLimit: ENVELOPE_LIMIT },
    },
    close: async () => {
      await Promise.all([network.destroy(), sml.destroy()]);
    },
  };
}

/** SMPs and access points stand at public addresses, on port 443 [TS-policy]. */
function refuseNetworkUrl(url: string): string | undefined {
  const otherPort = URL.canParse(url) && new URL(url).port !== '';
  return otherPort ? 'only port 443 is allowed' : refusePrivateUrl(url);
}
