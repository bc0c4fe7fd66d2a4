import { copyFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type IssuedKey, type LocalPki, openLocalPki } from '@pappel/localnet/local-pki';
import { type LocalNetwork, openLocalNetwork } from '@pappel/localnet/network';
import { readAnchors } from '@pappel/pki/anchors';
import { createRevocationCheck } from '@pappel/pki/revocation';
import { Trust } from '@pappel/pki/trust';
import { fetch } from 'undici';
import { DAY } from './simulated-time.ts';
import type { Weather } from './weather.ts';

const SEAT = 'POP000424';
/** An access point's certificate lives two years on the real network; here less, so that it ends within a run. */
export const CERTIFICATE_DAYS = 400;

export interface SimulatedNetwork {
  local: LocalNetwork;
  trust: Trust;
  /** Settings by which an installation joins it. */
  settings: Record<string, string>;
  /** The next certificate of the seat, from now on; the one before is a former key from then on. */
  renew(): Promise<void>;
  /** When the certificate in use ends. */
  validTo(): number;
  close(): Promise<void>;
}

export interface NetworkOptions {
  dir: string;
  /** A folder with an authority that was made before, as four RSA keys take a while. */
  authority: string | undefined;
  /** Of those who say whether a certificate was revoked. */
  weather: () => Weather;
}

/**
 * A local network whose access point certificate lives by the simulated time. TLS goes by the real one, as OpenSSL does,
 * so its certificates are made for both.
 */
export async function openSimulatedNetwork(options: NetworkOptions): Promise<SimulatedNetwork> {
  const { dir, authority, weather } = options;
  const networkDir = join(dir, 'network');
  const dataDir = join(dir, 'data');
  for (const folder of [networkDir, dataDir]) await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = 'certificate-authority.json';
  if (authority) await copyFile(join(authority, file), join(networkDir, file));
  const seats = new Seats(dataDir, await openLocalPki(networkDir));
  await seats.begin(authority ?? networkDir);
  const local = await openLocalNetwork({ dataDir, networkDir, host: '127.0.0.1' });
  const settings = (): Record<string, string> => ({
    NETWORK: 'local',
    DATA_DIR: dataDir,
    LOCALNET_DIR: networkDir,
    SML_DNS: local.dns,
    SML_URL: local.smlUrl,
    ...seats.formerSettings,
  });
  return {
    local,
    trust: trustOf(local, weather),
    get settings() {
      return settings();
    },
    renew: () => seats.renew(),
    validTo: () => seats.validTo,
    close: () => local.close(),
  };
}

/** As the service trusts, with revocation asked through the weather. */
function trustOf(local: LocalNetwork, weather: () => Weather): Trust {
  const reading = readAnchors(local.anchorsPem, 'local');
  if ('problem' in reading) throw new Error(reading.problem);
  const revocation = createRevocationCheck({
    fetch: (url, init) => {
      if (weather() !== 'fine') return Promise.reject(new Error('connect ECONNREFUSED'));
      return fetch(url, init);
    },
    fallback: (issuer) => {
      const role = issuer.commonName?.includes('ACCESS POINT') ? 'access-point' : 'smp';
      const { ocsp, crl } = local.revocation(role);
      return { ocsp: [ocsp], crl: [crl] };
    },
  });
  return new Trust(reading.anchors, undefined, revocation);
}

interface SeatFile {
  seat: string;
  accessPoint: IssuedKey;
  smp: IssuedKey;
  tls: IssuedKey;
}

class Seats {
  readonly #dataDir: string;
  readonly #pki: LocalPki;
  validTo = 0;
  formerSettings: Record<string, string> = {};

  constructor(dataDir: string, pki: LocalPki) {
    this.#dataDir = dataDir;
    this.#pki = pki;
  }

  async begin(authority: string): Promise<void> {
    const lasting = await this.#lasting(join(authority, 'lasting-keys.json'));
    await this.#write({ seat: SEAT, ...lasting, accessPoint: await this.#issue() });
  }

  /** Those that do not end within a run are the same for all runs of an authority. */
  async #lasting(file: string): Promise<Pick<SeatFile, 'smp' | 'tls'>> {
    const kept = await readFile(file, 'utf8').catch(() => undefined);
    if (kept !== undefined) return JSON.parse(kept);
    const always = { from: new Date('2020-01-01'), to: new Date('2060-01-01') };
    const [smp, tls] = await Promise.all([
      this.#pki.issueSmp(SEAT, always),
      this.#pki.issueTlsServer(['127.0.0.1', 'localhost'], always),
    ]);
    await writeFile(`${file}.${process.pid}`, JSON.stringify({ smp, tls }), { mode: 0o600 });
    await rename(`${file}.${process.pid}`, file);
    return { smp, tls };
  }

  async renew(): Promise<void> {
    const present = JSON.parse(await readFile(this.#file(), 'utf8')) as SeatFile;
    const { keyPem, certificatePem } = present.accessPoint;
    const [key, certificate] = ['former.key', 'former.pem'].map((name) => join(this.#dataDir, name)) as [
      string,
      string,
    ];
    await writeFile(key, keyPem, { mode: 0o600 });
    await writeFile(certificate, certificatePem);
    this.formerSettings = { AP_FORMER_KEY: key, AP_FORMER_CERTIFICATE: certificate };
    await this.#write({ ...present, accessPoint: await this.#issue() });
  }

  #issue(): Promise<IssuedKey> {
    const [from, to] = [new Date(Date.now() - DAY), new Date(Date.now() + CERTIFICATE_DAYS * DAY)];
    this.validTo = to.getTime();
    return this.#pki.issueAccessPoint(SEAT, { from, to });
  }

  readonly #file = (): string => join(this.#dataDir, 'seat.json');

  #write(seat: SeatFile): Promise<void> {
    return writeFile(this.#file(), JSON.stringify(seat), { mode: 0o600 });
  }
}
