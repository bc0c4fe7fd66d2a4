import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import type { PeppolNetwork } from '@pappel/pki/anchors';
import type { RuleBookOptions, RuleSource } from '@pappel/validation/rule-book';
import type { SignupMode } from './accounts/sign-up.ts';
import { type RelyingParty, readRelyingParty } from './passkeys/relying-party.ts';
import type { Limit } from './platform/http/rate-limit.ts';
import { readS3Options, type S3Options } from './platform/payload-s3.ts';
import type { ProviderSettings } from './platform/provider.ts';
import { readProviderSettings } from './platform/provider-settings.ts';
import { readSftpSettings, type SftpSettings } from './sftp/settings.ts';
import { LEAST_SECRET, readSmpSettings, type SmpSettings } from './smp/settings.ts';
import { readSsoSettings, type SsoSettings } from './sso/settings.ts';
import { rulesFolder } from './validation/rules-folder.ts';

/** Where a key and its certificate are: one PKCS#12 file, or two PEM files. */
export type KeyFiles = { pkcs12: string; password: string } | { key: string; certificate: string };

export interface Config {
  host: string;
  port: number;
  operatorHost: string;
  operatorPort: number;
  smpPort: number;
  as4Port: number;
  dataDir: string;
  databaseUrl: string | undefined;
  s3: S3Options | undefined;
  network: PeppolNetwork;
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
  rateLimits: boolean;
  /** Rate limits by name that differ from the contract's. */
  limits: Record<string, Limit>;
  strictAddressing: boolean;
  rules: RuleBookOptions;
  /** Addresses of the proxies whose X-Forwarded-For is believed. */
  trustProxy: false | string[];
  /** Without it mail is unavailable. */
  smtp: { url: string; from: string } | undefined;
  erasureEnabled: boolean;
  /** Without it single sign-on is not set up. */
  sso: SsoSettings | undefined;
  /** Undefined where browsers know no passkeys. */
  relyingParty: RelyingParty | undefined;
  secretKey: string | undefined;
  /** How long events are kept at least. */
  eventsDays: number;
  logLevel: string;
  concurrency: number;
  /** Seconds between attempts to send; the contract's when undefined. */
  retrySchedule: number[] | undefined;
}

type Environment = Record<string, string | undefined>;

/** What the environment says that cannot be; each line names the variable and the next step. */
export class ConfigError extends Error {}

const NETWORKS: PeppolNetwork[] = ['local', 'test', 'production'];
const RULE_SOURCES: RuleSource[] = ['builtin', 'installed', 'both'];
const SIGNUP_MODES: SignupMode[] = ['closed', 'bootstrap', 'open'];
/** Reads and checks the environment; the only reader of `process.env` is main.ts, which passes it here. */
export function readConfig(env: Environment): Config {
  const network = choice(env, 'NETWORK', NETWORKS, 'local');
  const isLocal = network === 'local';
  const { publicUrl, ...others } = addresses(env, isLocal);
  return {
    network,
    ...places(env),
    publicUrl,
    ...others,
    sftp: possible(readSftpSettings(env, publicUrl)),
    sso: possible(readSsoSettings(env, { publicUrl, isLocal })),
    relyingParty: possible(readRelyingParty(env, publicUrl)),
    ...peppol(env, network),
    ...behaviour(env, network),
  };
}

const places = (env: Environment) => {
  const dataDir = resolve(env['DATA_DIR'] ?? './data');
  return {
    dataDir,
    databaseUrl: env['DATABASE_URL'],
    s3: readS3Options(env),
    localnetDir: resolve(env['LOCALNET_DIR'] ?? join(dataDir, 'localnet')),
  };
};

function addresses(env: Environment, local: boolean) {
  const host = env['HOST'] ?? (local ? '127.0.0.1' : '0.0.0.0');
  const [port, smpPort, as4Port] = [
    number(env, 'PORT', 8080),
    number(env, 'SMP_PORT', 8082),
    number(env, 'AS4_PORT', 8083),
  ];
  return {
    host,
    port,
    smpPort,
    as4Port,
    operatorHost: env['OPERATOR_HOST'] ?? '127.0.0.1',
    operatorPort: number(env, 'OPERATOR_PORT', 8081),
    publicUrl: trimmed(env['PUBLIC_URL'] ?? `http://${host}:${port}`),
    smpPublicUrl: trimmed(
      env['SMP_PUBLIC_URL'] ?? localUrl(local, 'SMP_PUBLIC_URL', `https://${host}:${smpPort}`),
    ),
    as4PublicUrl:
      env['AS4_PUBLIC_URL'] ?? localUrl(local, 'AS4_PUBLIC_URL', `https://${host}:${as4Port}/as4`),
  };
}

function peppol(env: Environment, network: PeppolNetwork) {
  const real = network !== 'local';
  return {
    accessPointKey: keyFiles(env, 'AP', real),
    formerAccessPointKeys: formerKeyFiles(env),
    smpKey: keyFiles(env, 'SMP', real),
    smp: possible(readSmpSettings(env, network)),
    provider: possible(readProviderSettings(env, network)),
    tls: pemFiles(env, 'TLS'),
    trustAnchors:
      env['TRUST_ANCHORS'] ??
      required(real, 'TRUST_ANCHORS', 'Name the PEM file with the CA certificates of the network.'),
    smlDns: env['SML_DNS'],
    smlUrl: env['SML_URL'],
    smlZone: env['SML_ZONE'],
    contact: env['CONTACT'] ?? 'support@pappel.invalid',
  };
}

function behaviour(env: Environment, network: PeppolNetwork) {
  const autoApprove = flag(env, 'AUTO_APPROVE');
  if (autoApprove && network === 'production')
    throw new ConfigError('AUTO_APPROVE is refused with NETWORK=production. Approve participants yourself.');
  return {
    autoApprove,
    operatorToken: longEnough(env, 'OPERATOR_TOKEN'),
    signupMode: choice(env, 'SIGNUP_MODE', SIGNUP_MODES, network === 'local' ? 'open' : 'bootstrap'),
    bootstrapToken: longEnough(env, 'BOOTSTRAP_TOKEN'),
    rateLimits: env['RATE_LIMITS'] !== 'off',
    limits: limits(env),
    strictAddressing: flag(env, 'STRICT_ADDRESSING'),
    rules: { source: choice(env, 'VALIDATION', RULE_SOURCES, 'builtin'), folder: rulesFolder(env) },
    trustProxy: trustedProxies(env),
    smtp: smtp(env),
    erasureEnabled: env['ERASURE_ENABLED'] === undefined || flag(env, 'ERASURE_ENABLED'),
    secretKey: env['SECRET_KEY'],
    eventsDays: number(env, 'EVENTS_DAYS', 90),
    logLevel: env['LOG_LEVEL'] ?? 'info',
    concurrency: number(env, 'CONCURRENCY', 16),
    retrySchedule: env['RETRY_SCHEDULE']?.split(',').map(Number),
  };
}

/**
 * Addresses of proxies. `true` or a number of hops would believe what a caller who comes past the proxy writes into
 * X-Forwarded-For, and every limit per source address could be fooled.
 */
function trustedProxies(env: Environment): false | string[] {
  const text = env['TRUST_PROXY']?.trim() ?? '';
  if (text === '' || text === 'false' || text === '0') return false;
  const addresses = text.split(',').map((one) => one.trim());
  if (addresses.every(isProxyAddress)) return addresses;
  throw new ConfigError(
    `TRUST_PROXY=${text} is no list of addresses. Name those of your proxies, such as 10.0.0.7,loopback.`,
  );
}

function isProxyAddress(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits = '0'] = text.split('/');
  return isIP(address) !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(address) === 4 ? 32 : 128);
}

function smtp(env: Environment): { url: string; from: string } | undefined {
  const [url, from] = [env['SMTP_URL'], env['MAIL_FROM']];
  if (!url) return undefined;
  if (!/^smtps?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new ConfigError(
      'SMTP_URL is no smtp:// or smtps:// URL. Set such as smtp://user:password@mail.example:587.',
    );
  if (!from)
    throw new ConfigError(
      'MAIL_FROM is missing. Set the sender of mails, such as "Pappel <peppol@example.com>".',
    );
  return { url, from };
}

/** RATE_LIMITS: off, or limits as `name=calls/seconds`, e.g. `submissions=1000/10,sign-in/minute=10/60`. */
function limits(env: Environment): Record<string, Limit> {
  const text = env['RATE_LIMITS'] ?? '';
  if (text === '' || text === 'off') return {};
  return Object.fromEntries(
    text.split(',').map((part): [string, Limit] => {
      const [, name, calls, seconds] = /^\s*([a-z/-]+)=([1-9]\d*)\/([1-9]\d*)\s*$/.exec(part) ?? [];
      if (!name)
        throw new ConfigError(
          `RATE_LIMITS=${text} is neither off nor limits such as submissions=1000/10. Correct "${part}".`,
        );
      return [name, { burst: Number(calls), perSecond: Number(calls) / Number(seconds) }];
    }),
  );
}

function choice<Value extends string>(
  env: Environment,
  name: string,
  values: readonly Value[],
  otherwise: Value,
): Value {
  const text = env[name] ?? otherwise;
  const value = values.find((candidate) => candidate === text);
  if (!value) throw new ConfigError(`${name}=${text} is not one of ${values.join(', ')}. Set one of them.`);
  return value;
}

function number(env: Environment, name: string, otherwise: number): number {
  const value = Number(env[name] ?? otherwise);
  if (!Number.isInteger(value) || value < 0 || value > 65_535)
    throw new ConfigError(`${name}=${env[name]} is not a number from 0 to 65535. Correct it.`);
  return value;
}

function possible<Value>(reading: Value | { problem: string }): Value {
  if (typeof reading === 'object' && reading !== null && 'problem' in reading)
    throw new ConfigError(reading.problem);
  return reading;
}

/** What opens all of it must not be guessed. */
function longEnough(env: Environment, name: string): string | undefined {
  const text = env[name];
  if (text === undefined || text.length >= LEAST_SECRET) return text;
  throw new ConfigError(
    `${name} is shorter than ${LEAST_SECRET} characters. Set a random one, such as of "openssl rand -hex 24".`,
  );
}

const flag = (env: Environment, name: string): boolean => env[name] === 'true' || env[name] === '1';
const trimmed = (url: string): string => url.replace(/\/+$/, '');

function required(needed: boolean, name: string, nextStep: string): undefined {
  if (needed) throw new ConfigError(`${name} is missing. ${nextStep}`);
  return undefined;
}

function localUrl(local: boolean, name: string, url: string): string {
  if (!local)
    throw new ConfigError(`${name} is missing. Set the https URL under which the network reaches it.`);
  return url;
}

/** AP_FORMER_KEYSTORE or AP_FORMER_KEY with AP_FORMER_CERTIFICATE; further ones as AP_FORMER_2_… and so on. */
function formerKeyFiles(env: Environment): KeyFiles[] {
  const found: KeyFiles[] = [];
  for (let next = keyFiles(env, 'AP_FORMER', false); next; ) {
    found.push(next);
    next = keyFiles(env, `AP_FORMER_${found.length + 1}`, false);
  }
  return found;
}

function keyFiles(env: Environment, role: string, needed: boolean): KeyFiles | undefined {
  const keystore = env[`${role}_KEYSTORE`];
  if (keystore) return { pkcs12: keystore, password: env[`${role}_KEYSTORE_PASSWORD`] ?? '' };
  const files = pemFiles(env, role);
  if (files) return files;
  return required(
    needed,
    `${role}_KEYSTORE`,
    `Name the PKCS#12 file of the ${role} certificate, or ${role}_KEY and ${role}_CERTIFICATE.`,
  );
}

function pemFiles(env: Environment, role: string): { key: string; certificate: string } | undefined {
  const [key, certificate] = [env[`${role}_KEY`], env[`${role}_CERTIFICATE`]];
  if (key && certificate) return { key, certificate };
  if (!key && !certificate) return undefined;
  throw new ConfigError(`${role}_KEY and ${role}_CERTIFICATE belong together. Name both files.`);
}
