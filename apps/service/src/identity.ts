import { readFile } from 'node:fs/promises';
import type { FarSide } from '@pappel/localnet/far-side';
import type { KeepSeat } from '@pappel/localnet/network';
import { readAnchors } from '@pappel/pki/anchors';
import { readCertificates } from '@pappel/pki/certificate';
import { type KeyMaterial, type KeySource, readKeyMaterial } from '@pappel/pki/key-material';
import { createRevocationCheck, type RevocationCheck, type RevocationOptions } from '@pappel/pki/revocation';
import { Trust } from '@pappel/pki/trust';
import { Agent, fetch } from 'undici';
import { readTlsFiles, type TlsFiles, type TlsKey } from './platform/http/tls-policy.ts';
import { refuseNeverCalledUrl, refusePrivateUrl } from './platform/private-address.ts';
import { insideLookup, publicLookup } from './platform/public-lookup.ts';
import { type Config, ConfigError } from './settings/config.ts';
import type { KeyFiles } from './settings/key-files.ts';
import { ownHost } from './settings/own-host.ts';
import { SML } from './settings/smp.ts';

/** The seat's keys, whom it trusts, and where its network is. */
export interface Identity {
  seat: string;
  accessPoint: KeyMaterial;
  /** Keys of the same seat that are being retired: they open messages, and sign nothing. */
  formerAccessPoints: KeyMaterial[];
  smp: KeyMaterial;
  /** The SMP's key again as PEM, which TLS towards the SML wants. */
  smpPem: { key: string; cert: string };
  tls: TlsKey | undefined;
  /** Where that comes from, and is renewed; the local network makes its own. */
  tlsFiles: TlsFiles | undefined;
  trust: Trust;
  /** Of TLS servers, when it is not the usual web CAs. */
  tlsCa: string | undefined;
  zone: string;
  dnsServers: string[];
  smlUrl: string;
  directoryUrl: string;
  /** Whom integrations are tried with; on the local network alone. */
  farSide: FarSide | undefined;
  close(): Promise<void>;
}

/** Hears what each look at whether a certificate was revoked found. */
export type HearRevocation = (status: 'good' | 'revoked' | 'unknown') => void;

/**
 * On a local network everything is made on the spot, and the seat kept as `keepSeat` says; on the real ones it comes from the
 * operator's files.
 */
export async function openIdentity(
  config: Config,
  hear: HearRevocation,
  keepSeat?: KeepSeat,
): Promise<Identity> {
  return config.network === 'local'
    ? localIdentity(config, hear, keepSeat)
    : realIdentity(config, config.network, hear);
}

/** The local network is reached by this one dynamic import: production never loads it. */
async function localIdentity(
  config: Config,
  hear: HearRevocation,
  keepSeat: KeepSeat | undefined,
): Promise<Identity> {
  const { openLocalNetwork } = await import('@pappel/localnet/network');
  const joined = config.smlDns && config.smlUrl ? { dns: config.smlDns, smlUrl: config.smlUrl } : undefined;
  const { dataDir, localnetDir: networkDir } = config;
  const host = ownHost(config.host);
  await using opened = new AsyncDisposableStack();
  const withFarSide = config.sandbox;
  const network = await openLocalNetwork({
    ...{ dataDir, networkDir, host, withFarSide, keepSeat },
    join: joined,
  });
  opened.defer(() => network.close());
  const anchors = config.trustAnchors ? await readFile(config.trustAnchors, 'utf8') : network.anchorsPem;
  const { trust, closeTrust } = trustIn(anchors, { config, hear }, (issuer) => {
    const { ocsp, crl } = network.revocation(
      issuer.commonName?.includes('ACCESS POINT') ? 'access-point' : 'smp',
    );
    return { ocsp: [ocsp], crl: [crl] };
  });
  opened.defer(closeTrust);
  const formerAccessPoints = await loadFormerKeys(config, network.seat);
  const accessPoint = usable('AP', readKeyMaterial(network.accessPoint));
  const smp = usable('SMP', readKeyMaterial(network.smp));
  const closing = opened.move();
  return {
    seat: network.seat,
    accessPoint,
    formerAccessPoints,
    smp,
    smpPem: { key: network.smp.keyPem, cert: network.smp.certificatePem },
    tls: { key: network.tls.keyPem, cert: network.tls.certificatePem },
    tlsFiles: undefined,
    trust,
    tlsCa: network.tlsCaPem,
    zone: config.smlZone ?? network.zone,
    dnsServers: [network.dns],
    smlUrl: network.smlUrl,
    directoryUrl: network.directoryUrl,
    farSide: network.farSide,
    close: () => closing.disposeAsync(),
  };
}

async function realIdentity(
  config: Config,
  network: 'test' | 'production',
  hear: HearRevocation,
): Promise<Identity> {
  const accessPoint = await loadKey('AP', config.accessPointKey);
  const smp = await loadKey('SMP', config.smpKey);
  const { seatId } = accessPoint.certificate;
  if (!seatId)
    throw new ConfigError(
      'The common name of the AP certificate is no seat id. Use the certificate that OpenPeppol issued.',
    );
  const { trust, closeTrust } = trustIn(await readFile(config.trustAnchors ?? '', 'utf8'), { config, hear });
  return {
    seat: seatId,
    accessPoint,
    formerAccessPoints: await loadFormerKeys(config, seatId),
    smp,
    smpPem: {
      key: String(smp.privateKey.export({ type: 'pkcs8', format: 'pem' })),
      cert: smp.certificate.x509.toString(),
    },
    tls: config.tls && (await loadTls(config.tls)),
    tlsFiles: config.tls,
    trust,
    tlsCa: undefined,
    zone: config.smlZone ?? SML[network].zone,
    dnsServers: config.smlDns ? [config.smlDns] : [],
    smlUrl: config.smlUrl ?? SML[network].url,
    directoryUrl: SML[network].directoryUrl,
    farSide: undefined,
    close: closeTrust,
  };
}

/** Revocation is asked by plain HTTP, as its answers are signed [RFC 5280 8]; only public addresses, except on a local network. */
function trustIn(
  anchorsPem: string,
  { config, hear }: { config: Config; hear: HearRevocation },
  fallback?: RevocationOptions['fallback'],
): { trust: Trust; closeTrust: () => Promise<void> } {
  const reading = readAnchors(anchorsPem, config.network);
  if ('problem' in reading) throw new ConfigError(`TRUST_ANCHORS: ${reading.problem}. Correct the file.`);
  const isLocal = config.network === 'local';
  const agent = new Agent({ connect: { timeout: 3_000, lookup: isLocal ? insideLookup : publicLookup } });
  const revocation = createRevocationCheck({
    fetch: (url, init) => fetch(url, { ...init, dispatcher: agent }),
    refuseUrl: isLocal ? refuseNeverCalledUrl : refusePrivateUrl,
    fallback,
  });
  return {
    trust: new Trust(reading.anchors, undefined, heard(revocation, hear)),
    closeTrust: () => agent.destroy(),
  };
}

function heard(revocation: RevocationCheck, hear: HearRevocation): RevocationCheck {
  return {
    check: async (certificate, issuer) => {
      const answer = await revocation.check(certificate, issuer);
      hear(answer.status);
      return answer;
    },
  };
}

/** Of a web authority: a Peppol certificate must not serve TLS [TS-policy]. */
async function loadTls(files: TlsFiles): Promise<TlsKey> {
  const tls = await readTlsFiles(files).catch((error: Error) => {
    throw new ConfigError(`TLS_KEY and TLS_CERTIFICATE cannot be used: ${error.message}. Correct the files.`);
  });
  if (readCertificates(tls.cert)?.[0]?.seatId)
    throw new ConfigError('TLS_CERTIFICATE is a Peppol certificate. Use one of a web authority.');
  return tls;
}

async function loadKey(role: string, files: KeyFiles | undefined): Promise<KeyMaterial> {
  if (!files) throw new ConfigError(`${role}_KEYSTORE is missing. Name the file.`);
  const source: KeySource =
    'pkcs12' in files
      ? { pkcs12: await readFile(files.pkcs12), password: files.password }
      : {
          keyPem: await readFile(files.key, 'utf8'),
          certificatePem: await readFile(files.certificate, 'utf8'),
        };
  return usable(role, readKeyMaterial(source));
}

/** After a renewal, senders encrypt to the certificate they still have in mind for as long as their caches say. */
async function loadFormerKeys(config: Config, seat: string): Promise<KeyMaterial[]> {
  const keys = await Promise.all(config.formerAccessPointKeys.map((files) => loadKey('AP_FORMER', files)));
  for (const { certificate } of keys) {
    if (certificate.seatId !== seat)
      throw new ConfigError(
        `AP_FORMER: the certificate is of ${certificate.seatId ?? 'no seat'}, not of ${seat}. Name former keys of this seat only.`,
      );
  }
  return keys;
}

function usable(role: string, material: KeyMaterial | { problem: string }): KeyMaterial {
  if ('problem' in material)
    throw new ConfigError(`The ${role} key: ${material.problem}. Correct the files.`);
  return material;
}
