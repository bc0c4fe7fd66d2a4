import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type IssuedKey, openLocalPki, revocationAddresses } from './local-pki.ts';
import { openRevocationAuthority } from './revocation-authority.ts';
import { type RevocationServer, startRevocationServer } from './revocation-server.ts';
import { startSml } from './sml-server.ts';

export const LOCAL_ZONE = 'participant.sml.local.pappel';

export interface LocalNetworkOptions {
  /** Where this installation keeps its seat. */
  dataDir: string;
  /** Where the network's certificate authority lives: shared by all installations of one local network. */
  networkDir: string;
  host: string;
  /** An SML that runs elsewhere, to join its network instead of starting one. */
  join?: { dns: string; smlUrl: string };
}

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
    const place = await placeOn(options, `http://${host}:${kept.revocationPort}`);
    return { ...place, dns, smlUrl, close: async () => undefined };
  }
  const revocation = await startRevocation(networkDir, host, kept.revocationPort);
  try {
    const place = await placeOn(options, revocation.url);
    const common = { dir: networkDir, zone: LOCAL_ZONE, host, tls: place.tls, smpCaPem: place.smpCaPem };
    const sml = await startSml({ ...common, dnsPort: kept.dnsPort, smlPort: kept.smlPort }).catch(() =>
      startSml({ ...common, dnsPort: 0, smlPort: 0 }),
    );
    await writeWhole(join(networkDir, 'ports.json'), {
      dnsPort: sml.dns.port,
      smlPort: portOf(sml.url),
      revocationPort: portOf(revocation.url),
    });
    const close = async (): Promise<void> => {
      await sml.close();
      await revocation.close();
    };
    return { ...place, dns: `${sml.dns.host}:${sml.dns.port}`, smlUrl: sml.url, close };
  } catch (error) {
    await revocation.close();
    throw error;
  }
}

/** What an installation is given on this network, wherever the network runs. */
async function placeOn(options: LocalNetworkOptions, revocationUrl: string) {
  const pki = await openLocalPki(options.networkDir, { revocationUrl });
  const { anchorsPem, tlsCaPem, smpCaPem } = pki;
  const revocation = (role: 'access-point' | 'smp') =>
    revocationAddresses(revocationUrl, role === 'smp' ? 'smp' : 'ap');
  return {
    ...(await keptSeat(options, pki)),
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
}

/** The ports of last time, so that installations that joined, and certificates, find the network again after a restart. */
async function keptPorts(file: string): Promise<Ports> {
  const none = { dnsPort: 0, smlPort: 0, revocationPort: 0 };
  return existsSync(file) ? { ...none, ...JSON.parse(await readFile(file, 'utf8')) } : none;
}

async function keptSeat(
  options: LocalNetworkOptions,
  pki: Awaited<ReturnType<typeof openLocalPki>>,
): Promise<Seat> {
  const file = join(options.dataDir, 'seat.json');
  if (existsSync(file)) return JSON.parse(await readFile(file, 'utf8')) as Seat;
  await mkdir(options.dataDir, { recursive: true });
  const seat = `POP${String(randomInt(1_000_000)).padStart(6, '0')}`;
  const [accessPoint, smp, tls] = await Promise.all([
    pki.issueAccessPoint(seat),
    pki.issueSmp(seat),
    pki.issueTlsServer([options.host, 'localhost']),
  ]);
  await writeWhole(file, { seat, accessPoint, smp, tls });
  return { seat, accessPoint, smp, tls };
}

async function writeWhole(file: string, content: unknown): Promise<void> {
  await writeFile(`${file}.part`, JSON.stringify(content, null, 2), { mode: 0o600 });
  await rename(`${file}.part`, file);
}
