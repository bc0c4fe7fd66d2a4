import { join, resolve } from 'node:path';
import type { PeppolNetwork } from '@pappel/pki/anchors';
import type { RuleBookOptions, RuleSource } from '@pappel/validation/rule-book';
import type { Environment } from '../platform/environment.ts';
import type { Limit } from '../platform/http/rate-limit.ts';
import { LOG_LEVELS } from '../platform/log-level.ts';
import type { SsoSettings } from '../platform/oidc/provider.ts';
import type { S3Options } from '../platform/payload-s3.ts';
import type { TracingSettings } from '../platform/tracing/tracing-settings.ts';
import type { RelyingParty } from '../platform/webauthn/relying-party.ts';
import { type ArchivePlace, readArchivePlace } from './archive.ts';
import { formerKeyFiles, type KeyFiles, keyFiles, pemFiles } from './key-files.ts';
import { hostInUrl, ownHost } from './own-host.ts';
import { operatorRelyingParty, readRelyingParty } from './passkeys.ts';
import { type ProcessSettings, readProcessSettings } from './processes.ts';
import { type ProviderSettings, readProviderSettings } from './provider.ts';
import { trustedProxies } from './proxies.ts';
import { readLimits } from './rate-limits.ts';
import { rulesFolder } from './rules-folder.ts';
import { readS3Options } from './s3.ts';
import { Settings, type Environment as Variables, WEB } from './settings.ts';
import { readSftpSettings, type SftpSettings } from './sftp.ts';
import { readSmpSettings, type SmpSettings } from './smp.ts';
import { type OperatorSsoSettings, readOperatorSsoSettings, readSsoSettings } from './sso.ts';
import { readTracingSettings } from './tracing.ts';

export type SignupMode = 'closed' | 'bootstrap' | 'open';

export interface Config extends ProcessSettings {
  host: string;
  port: number;
  operatorHost: string;
  operatorPort: number;
  /** Where the operator's people reach it: what their sessions' cookies and the description of the API go by. */
  operatorUrl: string;
  smpPort: number;
  as4Port: number;
  /** For probes, beside the operator's port; undefined for none. */
  healthPort: number | undefined;
  healthHost: string;
  dataDir: string;
  databaseUrl: string | undefined;
  /** The same without a pooler between. */
  databaseDirectUrl: string | undefined;
  s3: S3Options | undefined;
  /** Without it old documents are removed and not archived. */
  archive: ArchivePlace | undefined;
  network: PeppolNetwork;
  /** Whether real companies are reached. */
  environment: Environment;
  /** Files of the seat; the local network makes its own. */
  accessPointKey: KeyFiles | undefined;
  /** Keys that the seat had before: messages may still come encrypted to them. */
  formerAccessPointKeys: KeyFiles[];
  smpKey: KeyFiles | undefined;
  smp: SmpSettings;
  provider: ProviderSettings;
  /** Undefined where SFTP is off. */
  sftp: SftpSettings | undefined;
  tls: { key: string; certificate: string } | undefined;
  trustAnchors: string | undefined;
  localnetDir: string;
  smlDns: string | undefined;
  smlUrl: string | undefined;
  smlZone: string | undefined;
  publicUrl: string;
  smpPublicUrl: string;
  as4PublicUrl: string;
  contact: string;
  operatorToken: string | undefined;
  signupMode: SignupMode;
  bootstrapToken: string | undefined;
  autoApprove: boolean;
  /** Whether an integration can be tried: receivers of known answers, documents that come in when asked for. */
  sandbox: boolean;
  rateLimits: boolean;
  /** Rate limits by name that differ from the contract's. */
  limits: Record<string, Limit>;
  strictAddressing: boolean;
  rules: RuleBookOptions;
  /** Addresses of the proxies whose X-Forwarded-For is believed. */
  trustProxy: false | string[];
  connectionsPerAddress: number;
  /** Without it mail is unavailable. */
  smtp: { url: string; from: string } | undefined;
  erasureEnabled: boolean;
  /** Without it single sign-on is not set up. */
  sso: SsoSettings | undefined;
  /** The same on the operator's side. */
  operatorSso: OperatorSsoSettings | undefined;
  /** Undefined where browsers know no passkeys. */
  relyingParty: RelyingParty | undefined;
  /** The same on the operator's side. */
  operatorRelyingParty: RelyingParty | undefined;
  secretKey: string | undefined;
  /** How long events are kept at least. */
  eventsDays: number;
  /** After its final status a document is kept so long. */
  retentionDays: number;
  logLevel: string;
  /** Without it nothing is traced. */
  tracing: TracingSettings | undefined;
  concurrency: number;
  /** Seconds between attempts to send; the contract's when undefined. */
  retrySchedule: readonly number[] | undefined;
  /** Seconds before each attempt to deliver to a webhook endpoint; the contract's when undefined. */
  webhookSchedule: readonly number[] | undefined;
}

/** What the environment says that cannot be: one sentence for each, with the variable and the next step. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: string | readonly string[]) {
    const all = [problems].flat();
    super(all.join('\n'));
    this.problems = all;
  }
}

const NETWORKS: PeppolNetwork[] = ['local', 'test', 'production'];
export const RULE_SOURCES: RuleSource[] = ['builtin', 'installed', 'both'];
const SIGNUP_MODES: SignupMode[] = ['closed', 'bootstrap', 'open'];
const POSTGRES = ['postgres:', 'postgresql:'];

/** Reads and checks the environment; everything that is wrong with it is thrown as one ConfigError. */
export function readConfig(env: Variables): Config {
  const { config, problems } = inspectConfig(env);
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/**
 * The same for who finds out more before saying what is wrong. The only reader of `process.env` is main.ts, which passes
 * it here.
 */
export function inspectConfig(env: Variables) {
  const settings = new Settings(env);
  const network = settings.choice('NETWORK', NETWORKS, 'local');
  const isLocal = network === 'local';
  const { publicUrl, operatorUrl, ...others } = addresses(settings, isLocal);
  const config: Config = {
    network,
    environment: network === 'production' ? 'PRODUCTION' : 'TEST',
    ...places(settings),
    publicUrl,
    operatorUrl,
    ...others,
    sftp: readSftpSettings(settings, publicUrl),
    sso: readSsoSettings(settings, { home: publicUrl, isLocal }),
    operatorSso: readOperatorSsoSettings(settings, { home: operatorUrl, isLocal }),
    relyingParty: readRelyingParty(settings, publicUrl),
    operatorRelyingParty: operatorRelyingParty(operatorUrl),
    ...peppol(settings, network),
    ...behaviour(settings, network),
    ...readProcessSettings(settings),
  };
  settings.checkNames();
  return { config, problems: settings.problems, asked: settings.asked };
}

function places(settings: Settings) {
  const dataDir = resolve(settings.text('DATA_DIR') ?? './data');
  return {
    dataDir,
    databaseUrl: postgresUrl(settings, 'DATABASE_URL'),
    databaseDirectUrl: directUrl(settings),
    s3: readS3Options(settings),
    archive: readArchivePlace(settings),
    localnetDir: resolve(settings.text('LOCALNET_DIR') ?? join(dataDir, 'localnet')),
  };
}

const postgresUrl = (settings: Settings, name: string): string | undefined =>
  settings.text(name) && settings.url(name, POSTGRES, '');

function directUrl(settings: Settings): string | undefined {
  const url = postgresUrl(settings, 'DATABASE_DIRECT_URL');
  if (url !== undefined && settings.text('DATABASE_URL') === undefined)
    settings.problem(
      'DATABASE_DIRECT_URL is the way past a pooler. Set DATABASE_URL, the way through it, or only that.',
    );
  return url;
}

function addresses(settings: Settings, isLocal: boolean) {
  const host = settings.text('HOST') ?? (isLocal ? '127.0.0.1' : '0.0.0.0');
  const port = settings.number('PORT', 8080);
  const smpPort = settings.number('SMP_PORT', 8082);
  const as4Port = settings.number('AS4_PORT', 8083);
  const operatorPort = settings.number('OPERATOR_PORT', 8081);
  const own = hostInUrl(ownHost(host));
  const reached = (name: string, local: string): string => {
    if (!isLocal && !settings.text(name))
      settings.problem(`${name} is missing. Set the https URL under which the network reaches it.`);
    return settings.url(name, WEB, local);
  };
  return {
    host,
    port,
    smpPort,
    as4Port,
    operatorHost: settings.text('OPERATOR_HOST') ?? '127.0.0.1',
    operatorPort,
    operatorUrl: settings.url('OPERATOR_URL', WEB, `http://127.0.0.1:${operatorPort}`),
    healthHost: settings.text('HEALTH_HOST') ?? host,
    healthPort: settings.text('HEALTH_PORT') ? settings.number('HEALTH_PORT', 8084) : undefined,
    publicUrl: settings.url('PUBLIC_URL', WEB, `http://${own}:${port}`),
    smpPublicUrl: reached('SMP_PUBLIC_URL', `https://${own}:${smpPort}`),
    as4PublicUrl: reached('AS4_PUBLIC_URL', `https://${own}:${as4Port}/as4`),
  };
}

function peppol(settings: Settings, network: PeppolNetwork) {
  const isReal = network !== 'local';
  return {
    accessPointKey: keyFiles(settings, 'AP', isReal),
    formerAccessPointKeys: formerKeyFiles(settings),
    smpKey: keyFiles(settings, 'SMP', isReal),
    smp: readSmpSettings(settings, network),
    provider: readProviderSettings(settings, network),
    tls: pemFiles(settings, 'TLS'),
    trustAnchors:
      settings.text('TRUST_ANCHORS') ??
      settings.required(
        isReal,
        'TRUST_ANCHORS',
        'Name the PEM file with the CA certificates of the network.',
      ),
    smlDns: settings.text('SML_DNS'),
    smlUrl: settings.text('SML_URL') && settings.url('SML_URL', WEB, ''),
    smlZone: settings.text('SML_ZONE'),
    contact: settings.text('CONTACT') ?? 'support@pappel.invalid',
  };
}

function behaviour(settings: Settings, network: PeppolNetwork) {
  const autoApprove = settings.flag('AUTO_APPROVE', false);
  if (autoApprove && network === 'production')
    settings.problem('AUTO_APPROVE is refused with NETWORK=production. Approve participants yourself.');
  const sandbox = settings.flag('SANDBOX', network !== 'production');
  if (sandbox && network === 'production')
    settings.problem('SANDBOX is refused with NETWORK=production. Try integrations on another installation.');
  return {
    autoApprove,
    sandbox,
    operatorToken: settings.secret('OPERATOR_TOKEN'),
    signupMode: settings.choice('SIGNUP_MODE', SIGNUP_MODES, network === 'local' ? 'open' : 'bootstrap'),
    bootstrapToken: settings.secret('BOOTSTRAP_TOKEN'),
    rateLimits: settings.text('RATE_LIMITS') !== 'off',
    limits: readLimits(settings),
    strictAddressing: settings.flag('STRICT_ADDRESSING', false),
    rules: {
      source: settings.choice('VALIDATION', RULE_SOURCES, 'builtin'),
      folder: rulesFolder(settings),
    },
    trustProxy: trustedProxies(settings),
    connectionsPerAddress: settings.number('CONNECTIONS_PER_ADDRESS', 256, { min: 1, max: 100_000 }),
    smtp: smtp(settings),
    erasureEnabled: settings.flag('ERASURE_ENABLED', true),
    secretKey: settings.text('SECRET_KEY'),
    eventsDays: settings.number('EVENTS_DAYS', 90),
    retentionDays: settings.number('RETENTION_DAYS', 2_557, { min: 30 }),
    logLevel: settings.choice('LOG_LEVEL', LOG_LEVELS, 'info'),
    tracing: readTracingSettings(settings),
    concurrency: settings.number('CONCURRENCY', 16, { min: 1, max: 1_000 }),
    retrySchedule: schedule(settings, 'RETRY_SCHEDULE'),
    webhookSchedule: schedule(settings, 'WEBHOOK_SCHEDULE'),
  };
}

function schedule(settings: Settings, name: 'RETRY_SCHEDULE' | 'WEBHOOK_SCHEDULE'): number[] | undefined {
  const text = settings.text(name);
  const seconds = text?.split(',').map(Number);
  if (seconds?.every((one) => Number.isFinite(one) && one >= 0)) return seconds;
  if (seconds) settings.problem(`${name}=${text} is no list of seconds. Set such as 60,300,900.`);
  return undefined;
}

function smtp(settings: Settings): { url: string; from: string } | undefined {
  const [url, from] = [settings.text('SMTP_URL'), settings.text('MAIL_FROM')];
  if (!url) return undefined;
  if (!/^smtps?:$/.test(URL.parse(url)?.protocol ?? ''))
    settings.problem(
      'SMTP_URL is no smtp:// or smtps:// URL. Set such as smtp://user:password@mail.example:587.',
    );
  if (!from)
    settings.problem('MAIL_FROM is missing. Set the sender of mails, such as "Pappel <peppol@example.com>".');
  return { url, from: from ?? '' };
}
