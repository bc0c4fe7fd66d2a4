import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { oxalisPeer, phase4Peer, pythonPeer } from './src/access-point-peer.ts';
import { CaseBook } from './src/case-book.ts';
import { OurAccessPoint } from './src/our-access-point.ts';
import { Peer } from './src/peer.ts';
import { record } from './src/record.ts';
import { startSmpNetwork } from './src/smp-network.ts';
import { envelopes, statuses } from './src/suites/envelopes.ts';
import { javaSftp } from './src/suites/java-sftp.ts';
import { peerToUs } from './src/suites/peer-to-us.ts';
import { foreignClientAtOurs, ourClientAtPhoss } from './src/suites/phoss-smp.ts';
import { reports } from './src/suites/reports.ts';
import { foreignSmlClient, ourSmlClient } from './src/suites/sml.ts';
import { usToPeer } from './src/suites/us-to-peer.ts';
import { wholeService } from './src/suites/whole-service.ts';
import { hasPython, missingTools, versions } from './src/toolchain.ts';
import { openWorld, type World } from './src/world.ts';

const scratch = join(import.meta.dirname, '../.scratch/interop');
const recording = process.argv.includes('--record');

function startPhase4({ stores }: Pick<World, 'stores'>): Promise<Peer> {
  const program = { folder: 'phase4', main: 'Phase4Peer', shared: ['smp-client'] };
  return Peer.start(program, scratch, { args: [stores] });
}

async function withPhase4(book: CaseBook, world: World, us: OurAccessPoint): Promise<void> {
  const peer = await startPhase4(world);
  const them = phase4Peer(peer);
  if (recording) return record(them, world, us).finally(() => peer.stop());
  await book.suite('phase4 sends to us', () => peerToUs(book, them, us));
  await book.suite('We send to phase4', () => usToPeer(book, them, world));
  peer.stop();
}

async function withOxalis(book: CaseBook, world: World, us: OurAccessPoint): Promise<void> {
  const home = join(scratch, 'oxalis-home');
  mkdirSync(home, { recursive: true });
  const program = { folder: 'oxalis', main: 'OxalisPeer' };
  const peer = await Peer.start(program, scratch, { args: [world.stores, home] });
  const them = oxalisPeer(peer);
  if (recording) return record(them, world, us).finally(() => peer.stop());
  await book.suite('Oxalis sends to us', () => peerToUs(book, them, us));
  await book.suite('We send to Oxalis', () => usToPeer(book, them, world));
  peer.stop();
}

async function withPython(book: CaseBook, world: World, us: OurAccessPoint): Promise<void> {
  if (!hasPython()) return console.log('left as4 (Python) out: there is no python3 with pip');
  const peer = await Peer.startPython(scratch, [world.stores]);
  const them = pythonPeer(peer);
  if (recording) return record(them, world, us).finally(() => peer.stop());
  await book.suite('as4 (Python) sends to us', () => peerToUs(book, them, us));
  await book.suite('We send to as4 (Python)', () => usToPeer(book, them, world));
  peer.stop();
}

async function withSmps(book: CaseBook, world: World): Promise<void> {
  const dataDir = join(scratch, 'smp-data');
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });
  const network = await startSmpNetwork(world, scratch, dataDir);
  const commons = await startPhase4(world);
  await book.suite('phoss SMP', () => ourClientAtPhoss(book, world, network));
  for (const client of [
    { name: "phoss SMP's client", peer: network.phoss },
    { name: 'peppol-commons', peer: commons },
  ])
    await book.suite(client.name, () => foreignClientAtOurs(book, world, network, client));
  await book.suite('SML', () => foreignSmlClient(book, commons, network.smlUrl));
  commons.stop();
  await network.stop();
}

async function withCommons(book: CaseBook, world: World): Promise<void> {
  const commons = await startPhase4(world);
  await book.suite('SML', () => ourSmlClient(book, world, commons));
  await book.suite('Envelopes', () => envelopes(book, commons));
  await book.suite('Message Level Status', () => statuses(book, commons));
  await book.suite('Reports', () => reports(book, commons));
  commons.stop();
}

async function withService(book: CaseBook): Promise<void> {
  await book.suite('The whole service', () =>
    wholeService(book, scratch, (stores) => startPhase4({ stores })),
  );
}

function foreignVersions(): string[] {
  const libraries: Record<string, string[]> = {
    phase4: [
      'phase4-lib',
      'peppol-commons',
      'peppol-sml-client',
      'peppol-reporting',
      'phive-rules-peppol',
      'ph-ubl21',
    ],
    'phoss-smp': ['phoss-smp-webapp', 'phoss-smp-backend-xml', 'peppol-smp-client'],
    'sftp-clients': ['sshj', 'jsch'],
    oxalis: ['oxalis-as4', 'cxf-core', 'wss4j-ws-security-dom'],
  };
  return Object.entries(libraries).flatMap(([folder, names]) => versions(scratch, folder, names));
}

const missing = missingTools();
if (missing.length > 0) {
  console.error(`npm run interop needs Java 17 (JDK), Maven and openssl. Not found: ${missing.join(', ')}.`);
  process.exit(1);
}
// An interrupted run takes its Java programs with it.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
mkdirSync(scratch, { recursive: true });
const book = new CaseBook();
const world = await openWorld(scratch);
const us = await OurAccessPoint.start(world);
const only = process.argv.slice(2).find((argument) => !argument.startsWith('-'));
const programs = {
  phase4: withPhase4,
  oxalis: withOxalis,
  python: withPython,
  smp: withSmps,
  commons: withCommons,
  service: withService,
  sftp: (book: CaseBook) => javaSftp(book, scratch),
};
for (const [name, run] of Object.entries(programs)) {
  if (only === undefined || only === name) await book.suite(name, () => run(book, world, us));
}
us.stop();
await world.close();
console.log(book.table());
console.log(`Against ${[...foreignVersions(), ...(hasPython() ? ['as4 (Python) 0.2.0'] : [])].join(', ')}.`);
book.writeJunit(join(scratch, 'junit.xml'));
// A suite that broke off may have left something open.
process.exit(book.failed === 0 ? 0 : 1);
