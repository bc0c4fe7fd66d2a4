import { createServer } from 'node:net';
import { join } from 'node:path';
import { createAgent } from '@pappel/as4/transport';
import { type Sml, startSml } from '@pappel/localnet/sml-server';
import { createNaptrResolver, type SmpContext } from '@pappel/smp/context';
import type { SmpWriter } from '@pappel/smp/publish';
import { createSmp, type SmlContext } from '@pappel/smp/sml';
import type { SigningKey } from '@pappel/xml/enveloped';
import { Agent } from 'undici';
import { OurSmp } from './our-smp.ts';
import { Peer } from './peer.ts';
import { material, type World } from './world.ts';

const ZONE = 'participant.sml.local.pappel';

/** phoss SMP and ours, both in one SML, so that a lookup begins with DNS as on the real network. */
export interface SmpNetwork {
  phoss: Peer;
  phossUrl: string;
  smlUrl: string;
  ours: OurSmp;
  signer: SigningKey;
  context: SmpContext;
  writer: SmpWriter;
  /** Our SMP's place in the SML. */
  ourSml: SmlContext;
  stop(): Promise<void>;
}

export async function startSmpNetwork(world: World, scratch: string, dataDir: string): Promise<SmpNetwork> {
  const { pki, tls, smp, phossSmp, trust } = world;
  const local = { zone: ZONE, host: '127.0.0.1', dnsPort: 0, smlPort: 0, tls, smpCaPem: pki.smpCaPem };
  const sml = await startSml({ dir: dataDir, ...local });
  const port = await freePort();
  const phossUrl = `https://localhost:${port}`;
  const program = { folder: 'phoss-smp', main: 'PhossSmpPeer', shared: ['smp-client'] };
  const phoss = await Peer.start(program, scratch, {
    args: [world.stores, dataDir, String(port), sml.url, ZONE],
    jvm: settings(world, phossUrl, join(dataDir, 'phoss')),
  });
  const ours = await OurSmp.start(world);
  const key = material(smp);
  const signer = { privateKey: key.privateKey, certificateDer: key.certificate.der };
  const dispatcher = createAgent({ tlsCaPem: pki.tlsCaPem });
  const context: SmpContext = {
    resolveNaptr: createNaptrResolver([`${sml.dns.host}:${sml.dns.port}`]),
    dispatcher,
    trust,
    zone: ZONE,
    clock: () => new Date(),
  };
  const managers = {
    phoss: await atSml(sml, world, phossSmp, 'PHOSS', phossUrl),
    ours: await atSml(sml, world, smp, 'OURS', ours.url),
  };
  return {
    phoss,
    phossUrl,
    smlUrl: sml.url,
    ours,
    signer,
    context,
    writer: { url: phossUrl, user: 'admin@helger.com', password: 'password', dispatcher },
    ourSml: managers.ours,
    stop: async () => {
      phoss.stop();
      ours.stop();
      await Promise.all(
        [dispatcher, managers.phoss.dispatcher, managers.ours.dispatcher].map((one) => one.close()),
      );
      await sml.close();
    },
  };
}

/** Registers an SMP under its own certificate. */
async function atSml(sml: Sml, world: World, smp: World['smp'], smpId: string, url: string) {
  const connect = { ca: world.pki.tlsCaPem, key: smp.keyPem, cert: smp.certificatePem };
  const manager = { url: sml.url, smpId, dispatcher: new Agent({ connect }) };
  const outcome = await createSmp(manager, { url, ip: '127.0.0.1' });
  if (!outcome.ok) throw new Error(outcome.message);
  return manager;
}

function settings(world: World, url: string, dataPath: string): string[] {
  const store = (name: string, file: string): Record<string, string> => ({
    [`smp.${name}.type`]: 'pkcs12',
    [`smp.${name}.path`]: join(world.stores, file),
    [`smp.${name}.password`]: 'changeit',
  });
  const all = {
    'webapp.datapath': dataPath,
    'global.debug': 'false',
    'global.production': 'false',
    'smp.backend': 'xml',
    ...store('keystore', 'phoss-smp.p12'),
    'smp.keystore.key.alias': 'key',
    'smp.keystore.key.password': 'changeit',
    ...store('truststore', 'all-trust.p12'),
    'smp.forceroot': 'true',
    'smp.publicurl': url,
    'smp.identifiertype': 'peppol',
    'smp.rest.type': 'peppol',
    'sml.smpid': 'PHOSS',
  };
  return Object.entries(all).map(([name, value]) => `-D${name}=${value}`);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}
