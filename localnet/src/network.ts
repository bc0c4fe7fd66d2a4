import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type IssuedKey, openLocalPki } from './local-pki.ts';
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
  close(): Promise<void>;
}

type Seat = Pick<LocalNetwork, 'seat' | 'accessPoint' | 'smp' | 'tls'>;

/** Opens a place on the local network: certificates of its authority, and its SML unless that runs elsewhere. */
export async function openLocalNetwork(options: LocalNetworkOptions): Promise<LocalNetwork> {
  const pki = await openLocalPki(options.networkDir);
  const seat = await keptSeat(options, pki);
  const base = { ...seat, anchorsPem: pki.anchorsPem, tlsCaPem: pki.tlsCaPem, zone: LOCAL_ZONE };
  if (options.join)
    return { ...base, dns: options.join.dns, smlUrl: options.join.smlUrl, close: async () => undefined };
  const ports = await keptPorts(join(options.networkDir, 'ports.json'));
  const common = {
    dir: options.networkDir,
    zone: LOCAL_ZONE,
    host: options.host,
    tls: seat.tls,
    smpCaPem: pki.smpCaPem,
  };
  const sml = await startSml({ ...common, ...ports }).catch(() =>
    startSml({ ...common, dnsPort: 0, smlPort: 0 }),
  );
  const dns = `${sml.dns.host}:${sml.dns.port}`;
  await writeWhole(join(options.networkDir, 'ports.json'), {
    dnsPort: sml.dns.port,
    smlPort: Number(new URL(sml.url).port),
  });
  return { ...base, dns, smlUrl: sml.url, close: () => sml.close() };
}

/** The ports of last time, so that installations that joined find the SML again after a restart. */
async function keptPorts(file: string): Promise<{ dnsPort: number; smlPort: number }> {
  return existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : { dnsPort: 0, smlPort: 0 };
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
