/**
 * `npm run bench:side-by-side`: the same documents through our AS4, phase4 and Oxalis, in turns on this machine: documents
 * a second, processor time a document, memory, time to start. Each is a process of its own, without a database behind it.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { type BuiltRequest, buildRequest } from '@pappel/as4/build-request';
import { createAgent } from '@pappel/as4/transport';
import { request } from 'undici';
import { envelopeOf, INVOICE, OURS, SAMPLES, THEIRS } from './src/documents.ts';
import { OurAccessPoint } from './src/our-access-point.ts';
import { Peer } from './src/peer.ts';
import { peakMemoryMb, processorMs } from './src/process-figures.ts';
import { missingTools, versions } from './src/toolchain.ts';
import { OUR_SEAT, openWorld, PEER_SEAT, type World } from './src/world.ts';

const SCRATCH = join(import.meta.dirname, '../.scratch/interop');
/** Enough for documents of a megabyte, and what an access point is given in practice. */
const HEAP = '-Xmx512m';
const AT_ONCE = 8;
const ROUNDS = 3;
/** The virtual machine of Java compiles as it goes. */
const WARM_UP = { small: 400, large: 30 };
const COUNT = { small: 200, large: 20 };
type Size = keyof typeof COUNT;

const invoice = readFileSync(
  join(import.meta.dirname, '../packages/validation/tests/fixtures/full-invoice.xml'),
);
const large = SAMPLES.find(({ name }) => name === '1 MB');
const documents: Record<Size, () => Uint8Array> = {
  small: () => envelopeOf(THEIRS, OURS, invoice),
  large: () => large?.envelope(THEIRS, OURS) ?? new Uint8Array(),
};
const TITLES: Record<Size, string> = { small: 'invoices of 9 KB', large: 'documents of 1 MB' };

interface Program {
  name: string;
  peer: Peer;
  as4Url: string;
}

interface Figures {
  perSecond: number;
  processorMs: number;
}

async function started(name: string, starting: Promise<Peer>): Promise<Program> {
  const peer = await starting;
  const port = (await peer.call('as4-port')).of('port');
  return { name, peer, as4Url: `http://127.0.0.1:${port}/as4` };
}

function start({ stores }: World): Promise<Program>[] {
  const home = join(SCRATCH, 'oxalis-home');
  mkdirSync(home, { recursive: true });
  const script = join(import.meta.dirname, 'src/our-peer.ts');
  const phase4 = { folder: 'phase4', main: 'Phase4Peer', shared: ['smp-client'] };
  const oxalis = { folder: 'oxalis', main: 'OxalisPeer' };
  return [
    started('Pappel', Peer.startNode(script, SCRATCH, [stores])),
    started('phase4', Peer.start(phase4, SCRATCH, { args: [stores], jvm: [HEAP] })),
    started('Oxalis', Peer.start(oxalis, SCRATCH, { args: [stores, home], jvm: [HEAP] })),
  ];
}

/** So many, eight at a time; what they took of the clock, and of the processor in that program. */
async function timed(
  { peer }: Program,
  count: number,
  one: (index: number) => Promise<void>,
): Promise<Figures> {
  const used = processorMs(peer.pid);
  const begun = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < count) await one(next++);
    }),
  );
  const seconds = (performance.now() - begun) / 1_000;
  return { perSecond: count / seconds, processorMs: (processorMs(peer.pid) - used) / count };
}

/** Messages that were built before, to the program's endpoint, which answers each with a receipt. */
async function receiving(world: World, program: Program, size: Size, count: number): Promise<Figures> {
  const built: BuiltRequest[] = [];
  for (let i = 0; i < count; i++) built.push(await message(world, documents[size]()));
  const bodies = built.map((one) => Buffer.concat([...one.body()]));
  const dispatcher = createAgent();
  const figures = await timed(program, count, async (index) => {
    const headers = { 'content-type': built[index]?.contentType ?? '' };
    const answer = await request(program.as4Url, {
      dispatcher,
      method: 'POST',
      headers,
      body: bodies[index] ?? '',
    });
    const text = await answer.body.text();
    if (!text.includes(':Receipt>'))
      throw new Error(`${program.name} gave no receipt: ${text.slice(0, 2_000)}`);
  });
  await dispatcher.close();
  return figures;
}

const message = ({ key, peer }: World, payload: Uint8Array): Promise<BuiltRequest> =>
  buildRequest(
    {
      endpointUrl: '',
      receiverCertificate: peer,
      messageId: `${randomUUID()}@${OUR_SEAT}`,
      conversationId: randomUUID(),
      timestamp: new Date(),
      ...INVOICE,
      originalSender: THEIRS,
      finalRecipient: OURS,
      payload: [payload],
    },
    key,
  );

/** Documents that the program sends, to an endpoint of ours in this process. */
async function sending(us: OurAccessPoint, program: Program, size: Size, count: number): Promise<Figures> {
  const ids = { seat: PEER_SEAT, to: OUR_SEAT, sender: THEIRS, recipient: OURS, ...INVOICE };
  const payloads = Array.from({ length: count }, documents[size]);
  const figures = await timed(program, count, async (index) => {
    const args = {
      key: 'peer',
      receiver: 'ours',
      url: `${us.url}/as4`,
      messageId: `${randomUUID()}@peer`,
      ...ids,
    };
    const answer = await program.peer.call('send', args, payloads[index]);
    if (!['RECEIPT', 'SUCCESS'].includes(answer.of('result')))
      throw new Error(`${program.name} got no receipt: ${answer.text.slice(0, 2_000)}`);
  });
  us.arrivals.length = 0;
  return figures;
}

const middle = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** In turns, so that whatever else the machine does hits all alike; the middle of the rounds. */
async function compared(
  programs: readonly Program[],
  size: Size,
  measure: (program: Program, count: number) => Promise<Figures>,
): Promise<Map<Program, Figures>> {
  const rounds = new Map<Program, Figures[]>(programs.map((program) => [program, []]));
  for (const program of programs) await measure(program, WARM_UP[size]);
  for (let round = 0; round < ROUNDS; round++)
    for (const program of programs) rounds.get(program)?.push(await measure(program, COUNT[size]));
  return new Map(
    [...rounds].map(([program, all]) => [
      program,
      {
        perSecond: middle(all.map(({ perSecond }) => perSecond)),
        processorMs: middle(all.map((one) => one.processorMs)),
      },
    ]),
  );
}

function row(cells: readonly (string | number)[]): string {
  const shown = cells.map((cell) => (typeof cell === 'string' ? cell : cell.toFixed(cell < 10 ? 1 : 0)));
  return `| ${shown.join(' | ')} |`;
}

const missing = missingTools();
if (missing.length > 0) {
  console.error(
    `npm run bench:side-by-side needs Java 17 (JDK), Maven and openssl. Not found: ${missing.join(', ')}.`,
  );
  process.exit(1);
}
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
mkdirSync(SCRATCH, { recursive: true });
const world = await openWorld(SCRATCH);
const us = await OurAccessPoint.start(world);
const programs: Program[] = [];
for (const starting of start(world)) programs.push(await starting);

console.log(row(['', ...programs.map(({ name }) => name)]));
console.log(row(['---', ...programs.map(() => '---:')]));
console.log(row(['start, s', ...programs.map(({ peer }) => peer.startMs / 1_000)]));
for (const size of ['small', 'large'] as const) {
  const measures = {
    received: (program: Program, count: number) => receiving(world, program, size, count),
    sent: (program: Program, count: number) => sending(us, program, size, count),
  };
  for (const [verb, measure] of Object.entries(measures)) {
    const figures = await compared(programs, size, measure);
    const of = (name: keyof Figures) => programs.map((program) => figures.get(program)?.[name] ?? 0);
    console.log(row([`${TITLES[size]} ${verb} a second`, ...of('perSecond')]));
    console.log(row([`processor time of each, ms`, ...of('processorMs')]));
  }
}
console.log(row(['most memory, MB', ...programs.map(({ peer }) => peakMemoryMb(peer.pid))]));
const foreign = [
  ...versions(SCRATCH, 'phase4', ['phase4-lib']),
  ...versions(SCRATCH, 'oxalis', ['oxalis-as4']),
];
console.log(
  `\n${cpus().length} cores of ${cpus()[0]?.model}; ${foreign.join(', ')}; Node ${process.versions.node}`,
);
process.exit(0);
