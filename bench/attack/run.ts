/**
 * `npm run attack`: attacks a real installation, one attack after another, and shows how long its API fell silent and how
 * much memory it took meanwhile. `npm run attack -- NAME …` runs those whose names begin so; `--list` names them all.
 * Ends with 1 when one silenced the API for 250 ms, took 200 MB, ended the process, or could not be carried out.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack } from './attack.ts';
import { ATTACKS } from './attacks.ts';
import { type Installation, startInstallation } from './installation.ts';
import { type Seen, startProbe } from './probe.ts';
import { sendInvoice } from './senders.ts';

const MOST_SILENCE_MS = 250;
const MOST_MEMORY = 200;
const MB = 1_048_576;
/** An attack begins when the memory of the one before is given back, or with a process that never had it. */
const AT_REST = 40 * MB;
const LONGEST_MS = 90_000;
/** What an attack sets off may go on after its answer. */
const AFTERMATH_MS = 1_500;

interface Line {
  name: string;
  bytes: number;
  seen: Seen;
  memory: number;
  answer: string;
  isHeld: boolean;
}

async function atRest(target: Installation, ms: number): Promise<Seen> {
  const probe = startProbe(target);
  await sleep(ms);
  return probe.stop();
}

/** What the process holds when it has been at work and has nothing to do. */
async function idleMemory(target: Installation): Promise<number> {
  for (let i = 0; i < 20; i++) await sendInvoice(target);
  await sleep(3_000);
  return (await atRest(target, 500)).peakBytes;
}

async function settle(target: Installation, idle: number): Promise<void> {
  if (target.isRunning() && (await atRest(target, 500)).peakBytes < idle + AT_REST) return;
  await target.restart();
  await idleMemory(target);
}

async function run(target: Installation, idle: number, attack: Attack): Promise<Line> {
  const { bytes, strike } = await attack.prepare(target);
  let hasStruck = true;
  const probe = startProbe(target);
  await sleep(200);
  const answer = await Promise.race([
    strike().catch((error: Error) => {
      hasStruck = false;
      return `failed: ${error.message}`;
    }),
    sleep(LONGEST_MS, 'no end in time', { ref: false }),
  ]);
  await sleep(AFTERMATH_MS);
  const seen = await probe.stop();
  const memory = (seen.peakBytes - idle) / MB;
  const isAlive = target.isRunning();
  const isHeld = isAlive && hasStruck && seen.silenceMs < MOST_SILENCE_MS && memory < MOST_MEMORY;
  return { name: attack.name, bytes, seen, memory, answer: isAlive ? answer : `DIED: ${answer}`, isHeld };
}

const WIDTHS = [34, 12, 11, 10];
const columns = (cells: string[]): string =>
  cells.map((cell, i) => (i === 0 ? cell.padEnd(WIDTHS[0] ?? 0) : cell.padStart(WIDTHS[i] ?? 0))).join(' ');

function print({ name, bytes, seen, memory, answer, isHeld }: Line): void {
  const figures = [name, String(bytes), seen.silenceMs.toFixed(0), Math.max(0, memory).toFixed(0)];
  const failed = seen.failed > 0 ? ` (${seen.failed} of ${seen.asked} probes failed)` : '';
  console.log(`${columns(figures)}  ${isHeld ? '  ' : '! '}${answer.slice(0, 100)}${failed}`);
}

async function main(): Promise<number> {
  const wanted = process.argv.slice(2);
  if (wanted.includes('--list')) {
    for (const { name } of ATTACKS) console.log(name);
    return 0;
  }
  const chosen = ATTACKS.filter(
    ({ name }) => wanted.length === 0 || wanted.some((start) => name.startsWith(start)),
  );
  const target = await startInstallation();
  try {
    const idle = await idleMemory(target);
    const calm = await atRest(target, 3_000);
    console.log(
      `idle: ${(idle / MB).toFixed(0)} MB, longest answer ${calm.silenceMs.toFixed(0)} ms of ${calm.asked}\n`,
    );
    console.log(`${columns(['attack', 'bytes', 'silence ms', 'memory MB'])}    answer`);
    let broken = 0;
    for (const attack of chosen) {
      await settle(target, idle);
      const line = await run(target, idle, attack);
      print(line);
      if (!line.isHeld) broken++;
    }
    console.log(`\n${chosen.length - broken} of ${chosen.length} attacks held`);
    return broken === 0 && chosen.length > 0 ? 0 : 1;
  } finally {
    await target.stop();
  }
}

process.exit(await main());
