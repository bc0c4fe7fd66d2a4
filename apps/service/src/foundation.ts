import { join } from 'node:path';
import type { ReceiveContext } from '@pappel/as4/receive';
import type { SendContext } from '@pappel/as4/send';
import { createAgent } from '@pappel/as4/transport';
import { createNaptrResolver, type SmpContext } from '@pappel/smp/context';
import type { DirectoryContext } from '@pappel/smp/directory';
import type { SmlContext } from '@pappel/smp/sml';
import { Validator } from '@pappel/validation/validator';
import type { Logger } from 'pino';
import { Agent } from 'undici';
import { type HearRevocation, type Identity, openIdentity } from './identity.ts';
import type { Database, Db } from './platform/db/database.ts';
import { NodeLine } from './platform/db/node-line.ts';
import { turnsAmongNodes } from './platform/db/node-turns.ts';
import { DOCUMENT_LIMIT } from './platform/document-limit.ts';
import { DOCUMENT_ROOM, DocumentRoom } from './platform/document-room.ts';
import { EventLog } from './platform/events/follow.ts';
import type { Health } from './platform/health.ts';
import { HeavyReads } from './platform/heavy-reads.ts';
import { BodyIntake, intakeShare } from './platform/http/intake.ts';
import { Cursors } from './platform/http/page.ts';
import type { RateLimiter } from './platform/http/rate-limit.ts';
import { Hands } from './platform/jobs/hands.ts';
import { type Mailer, smtpMailer } from './platform/mail/mailer.ts';
import type { Metrics } from './platform/metrics.ts';
import { directoryPayloadStore } from './platform/payload-directory.ts';
import { rememberPayloads } from './platform/payload-memory.ts';
import { s3PayloadStore } from './platform/payload-s3.ts';
import type { PayloadStore } from './platform/payload-store.ts';
import { refuseNeverCalledUrl, refusePrivateUrl } from './platform/private-address.ts';
import { insideLookup, publicLookup } from './platform/public-lookup.ts';
import { type Siblings, shareOf } from './platform/siblings.ts';
import { Turns } from './platform/turns.ts';
import { openRateLimiter } from './processes/open-rate-limiter.ts';
import { type Provider, providerFrom } from './provider/provider.ts';
import { type Config, ConfigError } from './settings/config.ts';
import { joinRunning } from './start/join-running.ts';
import { KeptSeat } from './start/kept-seat.ts';
import { keptSecrets } from './start/kept-secrets.ts';
import { joinStore, openStore, type PreparedDatabase, type Store } from './start/open-store.ts';
import { takePlace } from './start/take-place.ts';

/** What all features stand on; each names in its open.ts what it needs of it. Settings are in `config`, and nowhere else. */
export interface Foundation extends NetworkClients {
  config: Config;
  log: Logger;
  database: Database;
  db: Db;
  /** Followed once the service has started. */
  events: EventLog;
  payloads: PayloadStore;
  validator: Validator;
  heavyReads: HeavyReads;
  documentRoom: DocumentRoom;
  /** For jobs that are done at once by who makes them. */
  hands: Hands;
  cursors: Cursors;
  /** From which keys for sealing are derived; the same on all nodes of one database. */
  secretKey: Buffer;
  intake: BodyIntake;
  rateLimiter: RateLimiter;
  metrics: Metrics;
  health: Health;
  /** Undefined where mail is unavailable. */
  mailer: Mailer | undefined;
  /** For what one of all nodes does at a time. */
  nodeTurns: Turns;
  /** For what one process of all nodes does at a time, one request after the other. */
  signInTurns: Turns;
  identity: Omit<Identity, 'seat'>;
  /** Who we are on the network, with the seat. */
  provider: Provider;
  nodeId: string;
  /** The other processes of this node. */
  siblings: Siblings;
  /** With which the first account is made, where accounts are not open to all. */
  bootstrapToken: string;
  /** With which the first operator is made. */
  operatorToken: string;
  /** Settles when the embedded database ends; never with one of the operator's. */
  databaseEnded: Promise<void>;
  close(): Promise<void>;
}

/** By which we look others up, are found, send and receive. */
interface NetworkClients {
  smp: SmpContext;
  sml: SmlContext;
  /** For searching, and with the SMP's certificate for indexing; undefined where there is none. */
  directory: DirectoryContext | undefined;
  indexer: DirectoryContext | undefined;
  as4Send: SendContext;
  as4Receive: ReceiveContext;
}

/** What a start is given. */
export interface StartContext {
  log: Logger;
  health: Health;
  metrics: Metrics;
  siblings: Siblings;
  /** A database of this node that another process prepared; without it we do. */
  prepared: PreparedDatabase | undefined;
  /** Aborted when we are asked to end meanwhile. */
  signal: AbortSignal;
}

/** A document of 40 MiB and its envelope, decompressed. */
const ENVELOPE_LIMIT = DOCUMENT_LIMIT + 65_536;

/**
 * Opens database, payload store, keys and clients. What was opened is closed in the opposite order, also when something
 * cannot be opened.
 */
export async function openFoundation(config: Config, context: StartContext): Promise<Foundation> {
  const { log, health, metrics, siblings, signal } = context;
  await using opened = new AsyncDisposableStack();
  const { database, postgres, prepared } = await openStoreOf(config, context, opened);
  const { installation, ...secrets } = await keptSecrets(database.db, config);
  const seat = new KeptSeat(installation);
  const hear: HearRevocation = (outcome) => metrics.revocation.inc({ outcome });
  const identity = await openIdentity(config, hear, seat.keep);
  opened.defer(() => identity.close());
  health.is('localNetwork');
  signal.throwIfAborted();
  const provider = ourselves(config, identity);
  const clients = openClients(config, identity);
  opened.defer(() => clients.close());
  const validator = new Validator({
    rules: config.rules,
    onDifference: (documentTypeId, differences) =>
      log.warn({ documentTypeId, differences }, 'installed rules differ from the built-in ones'),
  });
  opened.defer(() => validator.close());
  const mailer = config.smtp && smtpMailer(config.smtp.url, config.smtp.from);
  opened.defer(() => mailer?.close());
  siblings.hear('logLevel', (level) => {
    log.level = level;
  });
  siblings.hear('lateReports', (late) => metrics.lateReports.set(late));
  const { secretKey } = secrets;
  const isAlone = context.prepared === undefined;
  const known = { ...identity, secretKey };
  const place = await takePlace(database.db, config, known, { number: siblings.number, isAlone });
  opened.defer(() => place.leave());
  await seat.settle();
  signal.throwIfAborted();
  const line = new NodeLine(database);
  // Nobody but this node reaches a database of its own.
  const amongNodes = prepared.isOurs ? [] : [turnsAmongNodes(database.db)];
  const closing = opened.move();
  return {
    config,
    log,
    database,
    db: database.db,
    events: new EventLog({ ...database, log, line }),
    payloads: openPayloads(config),
    validator,
    ...openRooms(config, siblings),
    hands: new Hands(),
    ...secrets,
    nodeId: place.nodeId,
    cursors: new Cursors(secretKey),
    rateLimiter: openRateLimiter(config, { siblings, line, place }),
    siblings,
    metrics,
    health,
    mailer,
    nodeTurns: new Turns(...amongNodes),
    signInTurns: new Turns(siblings.turn, ...amongNodes),
    identity,
    provider,
    ...clients.contexts,
    databaseEnded: postgres?.ended ?? new Promise<void>(() => undefined),
    close: () => closing.disposeAsync(),
  };
}

/** Keys and clients alone, for who looks at the network beside a running service. */
export async function openNetwork(
  config: Config,
): Promise<NetworkClients & { identity: Identity; close(): Promise<void> }> {
  await using opened = new AsyncDisposableStack();
  const identity = await openIdentity(joinRunning(config), () => undefined);
  opened.defer(() => identity.close());
  const clients = openClients(config, identity);
  opened.defer(() => clients.close());
  const closing = opened.move();
  return { identity, ...clients.contexts, close: () => closing.disposeAsync() };
}

async function openStoreOf(
  { dataDir, databaseUrl, databaseDirectUrl, eventsDays }: Config,
  { log, metrics, prepared, signal }: StartContext,
  opened: AsyncDisposableStack,
): Promise<Store> {
  const options = { dataDir, databaseUrl, databaseDirectUrl, eventsDays, log, metrics, signal };
  const store = prepared
    ? { database: joinStore(prepared, options, opened), postgres: undefined, prepared }
    : await openStore(options, opened);
  if ('problem' in store) throw new ConfigError(store.problem);
  return store;
}

/** What is held in memory and on disk is bounded for the node, of which each process has its share. */
function openRooms({ dataDir }: Config, { count }: Siblings) {
  return {
    heavyReads: new HeavyReads(count),
    documentRoom: new DocumentRoom(shareOf(DOCUMENT_ROOM, count)),
    intake: new BodyIntake(join(dataDir, 'spool'), intakeShare(count)),
  };
}

function openPayloads({ s3, dataDir }: Config): PayloadStore {
  return rememberPayloads(s3 ? s3PayloadStore(s3) : directoryPayloadStore(join(dataDir, 'payloads')));
}

function ourselves(config: Config, { seat, accessPoint }: Identity): Provider {
  const provider = providerFrom(config.provider, { seat, country: accessPoint.certificate.country });
  if ('problem' in provider) throw new ConfigError(provider.problem);
  return provider;
}

function openClients(
  config: Config,
  identity: Identity,
): { contexts: NetworkClients; close(): Promise<void> } {
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
