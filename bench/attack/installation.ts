import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type LocalPki, openLocalPki } from '@pappel/localnet/local-pki';
import { readAnchors } from '@pappel/pki/anchors';
import { type KeyMaterial, readKeyMaterial } from '@pappel/pki/key-material';
import { Trust, type TrustedCertificate } from '@pappel/pki/trust';
import { Agent } from 'undici';
import { call, start, until } from '../../scripts/demo-installation.ts';
import { freePorts } from '../../scripts/free-ports.ts';

export const OURS = '0192:991825827';
export const OUR_SENDER = '0007:5567321707';
/** Attackers have an address of their own, so that what is refused to them is not refused to the probe. */
const ATTACKER = '127.0.0.2';

export interface Installation {
  api: string;
  as4Url: string;
  smpUrl: string;
  sftpUrl: string;
  /** Account-wide, with all permissions. */
  key: string;
  companyId: string;
  accountId: string;
  pki: LocalPki;
  /** Where the network keeps its authorities. */
  networkDir: string;
  /** As it is since the last start. */
  smlUrl(): string;
  /** An access point that the network trusts, and that attacks. */
  attacker: KeyMaterial;
  /** Of the installation under attack. */
  certificate: TrustedCertificate;
  dispatcher: Agent;
  pid(): number;
  /** Starts it again where it left off, whether or not it is still there. */
  restart(): Promise<void>;
  isRunning(): boolean;
  stop(): Promise<void>;
}

type Started = Awaited<ReturnType<typeof start>>;

/** An installation as a process of its own, with an account that sends and receives. */
export async function startInstallation(): Promise<Installation> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pappel-attack-'));
  const ports = await freePorts(5);
  const provider = await hostileProvider();
  const extra = {
    RATE_LIMITS: 'off',
    RETRY_SCHEDULE: '1',
    LOG_LEVEL: 'error',
    SFTP_PORT: String(ports[4]),
    OIDC_ISSUER: provider.url,
    OIDC_CLIENT_ID: 'attack',
  };
  let running: Started = await start('the installation', dataDir, ports, extra);
  // Whoever stops the attacks stops what they attack.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      void running.stop().finally(() => process.exit(1));
    });
  const account = await openAccount(running);
  const networkDir = join(dataDir, 'localnet');
  const kept = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
  const network = () => kept(join(networkDir, 'ports.json'));
  const revocationUrl = `http://127.0.0.1:${network().revocationPort}`;
  const pki = await openLocalPki(networkDir, { revocationUrl });
  const attacker = keyOf(await pki.issueAccessPoint('POP666666'));
  const [, , smpPort, as4Port] = ports;
  return {
    ...account,
    api: running.api,
    as4Url: `https://127.0.0.1:${as4Port}/as4`,
    smpUrl: `https://127.0.0.1:${smpPort}`,
    sftpUrl: `http://127.0.0.1:${ports[4]}`,
    networkDir,
    pki,
    smlUrl: () => `https://127.0.0.1:${network().smlPort}/edelivery-sml`,
    attacker,
    certificate: await trusted(pki, keyOf(kept(join(dataDir, 'seat.json')).accessPoint)),
    dispatcher: new Agent({ connect: { ca: pki.tlsCaPem, localAddress: ATTACKER }, connections: 64 }),
    pid: () => running.child.pid ?? 0,
    isRunning: () => running.child.exitCode === null && running.child.signalCode === null,
    restart: async () => {
      await running.stop();
      running = await start('the installation', dataDir, ports, extra);
    },
    stop: async () => {
      await running.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** An identity provider that talks for ever. */
async function hostileProvider(): Promise<{ url: string }> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    response.on('error', () => undefined).end(gzipSync(Buffer.alloc(300 * 1_048_576, ' ')));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

export function keyOf(issued: { keyPem: string; certificatePem: string }): KeyMaterial {
  const material = readKeyMaterial(issued);
  if ('problem' in material) throw new Error(material.problem);
  return material;
}

async function trusted(pki: LocalPki, { certificate }: KeyMaterial): Promise<TrustedCertificate> {
  const reading = readAnchors(pki.anchorsPem, 'local');
  if ('problem' in reading) throw new Error(reading.problem);
  const verdict = await new Trust(reading.anchors).check(certificate, 'access-point');
  if (!verdict.trusted) throw new Error(verdict.detail);
  return verdict.certificate;
}

async function openAccount({ api, operator, operatorToken }: Started) {
  const { body } = await call<{ token: string; account: { id: string }; company: { id: string } }>(
    'POST',
    `${api}/v1/auth/signup`,
    undefined,
    {
      account: { legalName: 'Target AS', countryCode: 'NO' },
      owner: { email: 'owner@example.org', password: 'a long attack passphrase' },
    },
  );
  const made = await call<{ key: string }>('POST', `${api}/v1/api-keys`, body.token, { name: 'attack' });
  const { key } = made.body;
  for (const address of [OURS, OUR_SENDER]) {
    const [scheme, value] = address.split(':');
    const { body: participant } = await call<{ id: string }>('POST', `${api}/v1/participants`, key, {
      companyId: body.company.id,
      scheme,
      value,
      name: address,
      capabilities: [{ documentTypeId: 'invoice', direction: 'BOTH' }],
    });
    const approval = `${operator}/operator/v1/participants/${participant.id}/approve`;
    await call('POST', approval, operatorToken, {});
    await until(
      async () =>
        (await call<{ status: string }>('GET', `${api}/v1/participants/${participant.id}`, key)).body,
      ({ status }) => status === 'ACTIVE',
    );
  }
  return { key, accountId: body.account.id, companyId: body.company.id };
}
