/**
 * `npm run bench:stored`: what the API, the operator's side and the network wait for in installations with no, 1 and 10
 * million documents, each asked in turn in the same run, with the growth from each to the next. Fills them by COPY first.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { bytesOf, type Installation, openInstallation } from './installation.ts';
import { readOptions } from './options.ts';
import { READS, type Step } from './requests.ts';
import { printTable, type Taken } from './table.ts';
import { senderTo, submit } from './writes.ts';

/** What takes an installation longer in all is asked less often. */
const MOST_MS = 20_000;
const LEAST_TIMES = 3;
const WARM_UP = 3;
const EXTRAPOLATED = 100_000_000;

type Timed = (of: Installation) => Promise<number>;

const options = readOptions(process.argv.slice(2));
const dir = resolve(options.dir ?? mkdtempSync(join(tmpdir(), 'pappel-stored-')));
const opened: Installation[] = [];
try {
  for (const size of options.sizes)
    opened.push(await openInstallation(join(dir, nameOf(size)), await fitting(size)));
  const bytes = await Promise.all(opened.map(bytesOf));
  console.log(
    `${cpus()[0]?.model}, ${availableParallelism()} cores; each with a PostgreSQL of its own, as it comes`,
  );
  console.log(
    `${opened.map(({ count }, i) => `${count} documents, ${gigabytes(bytes[i])} GB`).join('; ')}\n`,
  );
  const taken: Taken[] = [];
  for (const step of READS)
    if (step.name.includes(options.only)) taken.push(await measure(step.name, timed(step)));
  if ('submit'.includes(options.only)) taken.push(await measure('submit', submit));
  if ('inbound'.includes(options.only)) taken.push(await measureInbound());
  printTable(
    opened.map(({ count }) => count),
    taken,
    EXTRAPOLATED,
  );
} finally {
  for (const { pappel } of opened) await pappel.service.stop();
  if (options.dir === undefined) rmSync(dir, { recursive: true, force: true });
}

function nameOf(size: number): string {
  return `documents-${size}`;
}

function gigabytes(bytes = 0): string {
  return (bytes / 1e9).toFixed(2);
}

/** So many, or as many as there is room for beside those that are there. */
async function fitting(size: number): Promise<number> {
  const last = opened.at(-1);
  if (!last || last.count < 100_000) return size;
  const each = (await bytesOf(last)) / last.count;
  const all = (await Promise.all(opened.map(bytesOf))).reduce((sum, bytes) => sum + bytes, 0);
  const room = Math.floor((options.gigabytes * 1e9 - all) / each / 100_000) * 100_000;
  if (room < size) console.log(`${size} documents do not fit into ${options.gigabytes} GB: ${room} are made`);
  return Math.min(size, room);
}

function timed({ name, ask }: Step): Timed {
  return async (of) => {
    const begun = performance.now();
    const { status, body } = await ask(of);
    const ms = performance.now() - begun;
    if (status !== 200 && status !== 202) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`);
    return ms;
  };
}

async function measureInbound(): Promise<Taken> {
  const senders = new Map<Installation, () => Promise<number>>();
  for (const one of opened) senders.set(one, await senderTo(one));
  return measure('inbound, until its Receipt', async (of) => senders.get(of)?.() ?? 0);
}

/** Every installation in turn, beginning with another one each round: what else the machine does meets all alike. */
async function measure(name: string, ask: Timed): Promise<Taken> {
  const bySize: number[][] = opened.map(() => []);
  const spent = opened.map(() => 0);
  for (let round = -WARM_UP; round < options.rounds; round++)
    for (let turn = 0; turn < opened.length; turn++) {
      const which = (turn + round + WARM_UP) % opened.length;
      const [one, own] = [opened[which], bySize[which]];
      const isLong = (spent[which] ?? 0) > MOST_MS && (own?.length ?? 0) >= LEAST_TIMES;
      if (!one || !own || isLong) continue;
      const ms = await ask(one);
      spent[which] = (spent[which] ?? 0) + ms;
      if (round >= 0) own.push(ms);
    }
  return { name, bySize };
}
