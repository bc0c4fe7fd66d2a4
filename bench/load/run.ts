/**
 * `npm run bench:load -- --rate 50 --minutes 30`: the service under a load that comes by itself, from customers and from the
 * network, with slow, dead and failing receivers among them. Ends with status 1 when anything was lost or doubled.
 */
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../scripts/demo-installation.ts';
import { rsaRate } from '../rsa-rate.ts';
import { besideDeadReceiver, deadReceiverRows } from './dead-receiver.ts';
import { Drive, type Phase } from './drive.ts';
import { enduranceRows, endure, type Seen } from './endurance.ts';
import { isWhole, lossesOf, lossRows, type Row, round, table } from './figures.ts';
import { type LoadOptions, readOptions } from './options.ts';
import { overload, overloadRows } from './overload.ts';
import { drawRun } from './plot.ts';
import { Samples } from './samples.ts';
import { openWorld, type World } from './world.ts';

const DRAIN_SECONDS = 300;

interface Outcome {
  phases: Phase[];
  /** What is told of it, once everything was seen. */
  report(seen: Seen): { head: Row; rows: Row[] }[];
}

async function endurance(drive: Drive, world: World, options: LoadOptions): Promise<Outcome> {
  const phases = await endure(drive, world, options);
  const measured = phases.at(-1);
  if (!measured) throw new Error('nothing was measured');
  return {
    phases,
    report: (seen) => [{ head: ['', 'measured'], rows: enduranceRows(seen, measured) }],
  };
}

async function deadReceiver(drive: Drive, world: World, options: LoadOptions): Promise<Outcome> {
  const phases = await besideDeadReceiver(drive, world, options);
  return {
    phases,
    report: ({ tally }) => [
      { head: ['', ...phases.map(({ name }) => name)], rows: deadReceiverRows(tally, phases) },
    ],
  };
}

async function tooMuch(drive: Drive, world: World, options: LoadOptions): Promise<Outcome> {
  const run = await overload(drive, world, options);
  const { phases, capacity, recoveredAfterMs } = run;
  const recovered = recoveredAfterMs === undefined ? 'never' : round(recoveredAfterMs / 1_000, 1);
  return {
    phases,
    report: ({ tally, samples }) => [
      {
        head: ['', 'all'],
        rows: [
          ['documents/s that it can do', round(capacity, 1)],
          ['s after the flood until all of it had arrived', recovered],
          ['most memory of the service, MB', round(Math.max(...samples.map((one) => one.serviceMb)))],
          [
            'queue: oldest due job, most s',
            round(Math.max(...samples.map((one) => one.oldestSeconds ?? 0)), 1),
          ],
          ['queue: due jobs, most', round(Math.max(...samples.map((one) => one.due ?? 0)))],
        ],
      },
      { head: ['', ...phases.map(({ name }) => name)], rows: overloadRows(tally, run) },
    ],
  };
}

const KINDS = { endurance, 'dead-receiver': deadReceiver, overload: tooMuch };

async function main(options: LoadOptions): Promise<boolean> {
  const { kind, seed } = options;
  console.log(
    `${JSON.stringify(options)}\n${cpus().length} cores, load ${round(loadavg()[0] ?? 0, 1)} before\n`,
  );
  const rsa = await rsaRate();
  await using opened = await openWorld(options);
  const { world } = opened;
  const drive = new Drive(world, seed);
  const samples = new Samples(world);
  const { phases, report } = await KINDS[kind](drive, world, options);
  const isDrained = await drive.drained(DRAIN_SECONDS);
  await samples.look();
  samples.close();
  const told = await world.far.tell();
  await drive.close();
  const { tally } = drive;
  const losses = lossesOf(tally, told);
  for (const { head, rows } of report({ tally, told, samples: samples.all, rsa }))
    console.log(`${table(head, rows)}\n`);
  console.log(table(['', 'all of it'], lossRows(losses)));
  console.log(`\nload ${round(loadavg()[0] ?? 0, 1)} after`);
  if (!isDrained) console.error(`After ${DRAIN_SECONDS} s not everything had arrived.`);
  if (options.write) {
    const file = join(ROOT, `docs/performance/load-${kind}.svg`);
    writeFileSync(file, drawRun({ tally, told, samples: samples.all, phases }));
    console.log(file);
  }
  return isDrained && isWhole(losses);
}

// Ended from outside, it leaves no service behind.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(2));
process.exitCode = (await main(readOptions(process.argv.slice(2)))) ? 0 : 1;
