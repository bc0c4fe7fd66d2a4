import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Directory, startDirectory } from './directory-server.ts';
import { keepFarKeys, readFarKeys } from './far-side/keys.ts';
import { type FarSide, joinFarSide, startFarSide } from './far-side/open.ts';
import { type IssuedKey, type LocalPki, openLocalPki, revocationAddresses } from './local-pki.ts';
import { openRevocationAuthority } from './revocation-authority.ts';
import { type RevocationServer, startRevocationServer } from './revocation-server.ts';
import { startSml } from './sml-server.ts';

const LOCAL_ZONE = 'participant.sml.local.pappel';

export interface LocalNetworkOptions {
  /** Where this installation keeps its seat. */
  dataDir: string;
  /** Where the network's certificate authority lives: shared by all installations of one local network. */
  networkDir: string;
  host: string;
  /** An SML that runs elsewhere, to join its network instead of starting one. */
  join?: { dns: string; smlUrl: string } | undefined;
  /** Whether there is another provider to try things with. */
  withFarSide?: boolean;
  keepSeat?: KeepSeat | undefined;
}

/**
 * Which seat is to be had, as text: asked with the one in `dataDir`, if there is one, and how a new one is made. Without it the
 * folder alone decides.
 */
export type KeepSeat = (inFolder: string | undefined, make: () => Promise<string>) => Promise<string>;

/** Everything an installation needs to be on a network: what the operator supplies on the real one. */
export interface LocalNetwork {
  seat: string;
  accessPoint: IssuedKey;
  smp: IssuedKey;
  tls: IssuedKey;
  anchorsPem: string;
  tlsCaPem: string;
  zone: string;
  /** `host:port` of the DNS server to ask. */
  dns: string;
  smlUrl: string;
  directoryUrl: string;
  farSide: FarSide | undefined;
  /** Where to ask about certificates of this role, also about those whose own addresses have changed or are missing. */
  revocation(role: 'access-point' | 'smp'): { ocsp: string; crl: string };
  close(): Promise<void>;
}

type Seat = Pick<LocalNetwork, 'seat' | 'accessPoint' | 'smp' | 'tls'>;

/** Opens a place on the local network: certificates of its authority, and its SML and OCSP unless they run elsewhere. */
export async function openLocalNetwork(options: LocalNetworkOptions): Promise<LocalNetwork> {
  const { networkDir, host } = options;
  const kept = await keptPorts(join(networkDir, 'ports.json'));
  if (options.join) {
    const { dns, smlUrl } = options.join;
    if (!kept.revocationPort)
      throw new Error(
        `The local network of ${networkDir} has no revocation service yet. Start the installation that keeps it first.`,
      );
    const { pki: _, ...place } = await placeOn(options, `http://${host}:${kept.revocationPort}`);
    const directoryUrl = `https://${host}:${kept.directoryPort}`;
    const keys = options.withFarSide ? await readFarKeys(networkDir) : undefined;
    const farSide = keys && joinFarSide({ ...place, keys, dns });
    return { ...place, dns, smlUrl, directoryUrl, farSide, close: async () => farSide?.close() };
  }
  const running: { close(): Promise<void> }[] = [];
  const closeAll = async (): Promise<void> => {
    for (const server of running.reverse()) await server.close();
  };
  try {
    const revocation = await startRevocation(networkDir, host, kept.revocationPort);
    running.push(revocation);
    const { smpCaPem, pki, ...place } = await placeOn(options, revocation.url);
    const common = { dir: networkDir, zone: LOCAL_ZONE, host, tls: place.tls, smpCaPem };
    const sml = await startSml({ ...common, dnsPort: kept.dnsPort, smlPort: kept.smlPort }).catch(() =>
      startSml({ ...common, dnsPort: 0, smlPort: 0 }),
    );
    running.push(sml);
    const dns = `${sml.dns.host}:${sml.dns.port}`;
    const directory = await onKeptPort(kept.directoryPort, (port) =>
      startDirectory({ ...common, port, dns, tlsCaPem: place.tlsCaPem }),
    );
    running.push(directory);
    const ports: Ports = {
      dnsPort: sml.dns.port,
      smlPort: portOf(sml.url),
      revocationPort: portOf(revocation.url),
      directoryPort: portOf(directory.url),
    };
    await writeWhole(join(networkDir, 'ports.json'), printed(ports));
    const farSide = options.withFarSide
      ? await startFarSideOf(options, { ...place, pki, dns, smlUrl: sml.url })
      : undefined;
    if (farSide) running.push(farSide);
    return { ...place, dns, smlUrl: sml.url, directoryUrl: directory.url, farSide, close: closeAll };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

type Reached = Pick<LocalNetwork, 'tls' | 'anchorsPem' | 'tlsCaPem' | 'zone' | 'dns' | 'smlUrl'> & {
  pki: LocalPki;
};

async function startFarSideOf(
  { networkDir, host }: LocalNetworkOptions,
  { pki, tls, ...network }: Reached,
): Promise<FarSide> {
  const keys = await keepFarKeys(networkDir, pki);
  return startFarSide({ ...network, keys, host, tls: { key: tls.keyPem, cert: tls.certificatePem } });
}

/** On the port of last time, or on any when somebody else has that one now. */
const onKeptPort = (port: number, start: (port: number) => Promise<Directory>): Promise<Directory> =>
  start(port).catch(() => start(0));

/** What an installation is given on this network, wherever the network runs. */
async function placeOn(options: LocalNetworkOptions, revocationUrl: string) {
  const pki = await openLocalPki(options.networkDir, { revocationUrl });
  const { anchorsPem, tlsCaPem, smpCaPem } = pki;
  const revocation = (role: 'access-point' | 'smp') =>
    revocationAddresses(revocationUrl, role === 'smp' ? 'smp' : 'ap');
  return {
    ...(await keptSeat(options, pki)),
    pki,
    anchorsPem,
    tlsCaPem,
    smpCaPem,
    zone: LOCAL_ZONE,
    revocation,
  };
}

async function startRevocation(dir: string, host: string, port: number): Promise<RevocationServer> {
  const authority = await openRevocationAuthority(dir);
  return startRevocationServer(authority, { host, port }).catch(() =>
    startRevocationServer(authority, { host, port: 0 }),
  );
}

const portOf = (url: string): number => Number(new URL(url).port);

interface Ports {
  dnsPort: number;
  smlPort: number;
  revocationPort: number;
  directoryPort: number;
}

/** The ports of last time, so that installations that joined, and certificates, find the network again after a restart. */
async function keptPorts(file: string): Promise<Ports> {
  const none = { dnsPort: 0, smlPort: 0, revocationPort: 0, directoryPort: 0 };
  return existsSync(file) ? { ...none, ...JSON.parse(await readFile(file, 'utf8')) } : none;
}

async function keptSeat(options: LocalNetworkOptions, pki: LocalPki): Promise<Seat> {
  const { dataDir, keepSeat = inTheFolder } = options;
  const file = join(dataDir, 'seat.json');
  const inFolder = existsSync(file) ? await readFile(file, 'utf8') : undefined;
  const text = await keepSeat(inFolder, async () => printed(await newSeat(options, pki)));
  if (text !== inFolder) {
    await mkdir(dataDir, { recursive: true });
    await writeWhole(file, text);
  }
  return JSON.parse(text) as Seat;
}

const inTheFolder: KeepSeat = async (inFolder, make) => inFolder ?? make();

async function newSeat({ host }: LocalNetworkOptions, pki: LocalPki): Promise<Seat> {
  const seat = `POP${String(randomInt(1_000_000)).padStart(6, '0')}`;
  const [accessPoint, smp, tls] = await Promise.all([
    pki.issueAccessPoint(seat),
    pki.issueSmp(seat),
    pki.issueTlsServer([host, 'localhost']),
  ]);
  return { seat, accessPoint, smp, tls };
}

const printed = (content: unknown): string => JSON.stringify(content, null, 2);

async function writeWhole(file: string, text: string): Promise<void> {
  await writeFile(`${file}.part`, text, { mode: 0o600 });
  await rename(`${file}.part`, file);
}
