/**
 * `npm run bench:validation`: how fast documents are read and held against structure and rules, beside `saxes`, an XML
 * parser, that only counts events over the same bytes in the same run; what ten times the lines cost; how long a fresh
 * process needs to its first verdict; and how much memory a document of 40 MB takes. With a folder of official Schematron
 * files, `npm run bench:validation -- FOLDER`, the rules compiled from these are measured too.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { SaxesParser } from 'saxes';
import { detectType } from '../packages/validation/src/document-type.ts';
import { compilePack } from '../packages/validation/src/packs/compile-pack.ts';
import { PackFolder } from '../packages/validation/src/packs/pack-folder.ts';
import { BUILTIN, RuleBook } from '../packages/validation/src/rule-book.ts';
import { readTape } from '../packages/validation/src/tape/tape.ts';
import { validate } from '../packages/validation/src/validate.ts';
import {
  type BenchDocument,
  invoice,
  invoiceWithAttachments,
  smallDocument,
} from './validation-documents.ts';

const ROUNDS = 15;
const COLD_STARTS = 7;
/** A round takes about so long, and is more than one document, so that each pays for the garbage that it leaves. */
const ROUND_MS = 100;
const LEAST_TIMES = 2;
const WARM_UP_MS = 2_000;

/** Reads with namespaces and counts. */
function countEvents(bytes: Buffer): number {
  let count = 0;
  const counted = (): void => {
    count++;
  };
  const parser = new SaxesParser({ xmlns: true });
  parser.on('opentag', counted);
  parser.on('closetag', counted);
  parser.on('text', counted);
  parser.write(bytes.toString('utf8')).close();
  return count;
}

function timed(work: () => unknown, times: number): number {
  const started = performance.now();
  for (let count = 0; count < times; count++) work();
  return (performance.now() - started) / times;
}

/** The quickest round: what else runs on the machine only ever adds. */
const quickest = (values: readonly number[]): number => Math.min(...values);

/** Milliseconds of each of several ways, in turns, so that a busy moment of the machine hits all of them. */
function inTurns(works: readonly (() => unknown)[]): number[] {
  const until = performance.now() + WARM_UP_MS;
  let rounds = 0;
  do {
    for (const work of works) work();
    rounds++;
  } while (performance.now() < until);
  const each = WARM_UP_MS / rounds / works.length;
  const times = Math.max(LEAST_TIMES, Math.round(ROUND_MS / each));
  const taken = works.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, work] of works.entries()) taken[index]?.push(timed(work, times));
  return taken.map(quickest);
}

interface Row {
  bytes: number;
  all: number;
}

function measure({ name, bytes }: BenchDocument, rules = BUILTIN): Row {
  const reading = readTape(bytes);
  const type = reading.ok ? detectType(reading.tape) : undefined;
  const verdict = validate(bytes, type, { rules });
  if (verdict.kind !== 'valid' || verdict.findings.length > 0)
    throw new Error(`${name} should be valid and is ${JSON.stringify(verdict).slice(0, 500)}`);
  const [all = 0, tape = 0, saxes = 0] = inTurns([
    () => validate(bytes, type, { rules }),
    () => readTape(bytes),
    () => countEvents(bytes),
  ]);
  const megabytes = bytes.length / 1e6;
  const cells = [
    name,
    String(bytes.length),
    all.toFixed(3),
    tape.toFixed(3),
    saxes.toFixed(3),
    (all / saxes).toFixed(2),
    (1000 / all).toFixed(all > 100 ? 1 : 0),
    ((megabytes / all) * 1000).toFixed(0),
  ];
  console.log(`| ${cells.join(' | ')} |`);
  return { bytes: bytes.length, all };
}

/** The output of a program beside this one, in a process of its own. */
function numberFrom(program: string, ...args: string[]): number {
  const run = spawnSync(process.execPath, [...args, join(import.meta.dirname, program)], {
    encoding: 'utf8',
  });
  const value = Number(run.stdout);
  if (run.status !== 0 || !Number.isFinite(value)) throw new Error(`${program} failed: ${run.stderr}`);
  return value;
}

function measureAll(rules: RuleBook): void {
  console.log(
    '| document | bytes | validate ms | tree alone ms | saxes ms | validate / saxes | documents/s | MB/s |',
  );
  console.log('| --- | --: | --: | --: | --: | --: | --: | --: |');
  measure(smallDocument(), rules);
  const [hundred, thousand, tenThousand] = [100, 1_000, 10_000].map((lines) =>
    measure({ name: `${lines} lines`, bytes: invoice(lines) }, rules),
  );
  measure({ name: 'attachments', bytes: invoiceWithAttachments(40_000_000) }, rules);
  const times = (more?: Row, less?: Row): string => ((more?.all ?? 0) / (less?.all ?? 1)).toFixed(1);
  console.log(`\n1,000 lines take ${times(thousand, hundred)} times as long as 100;`);
  console.log(`10,000 lines take ${times(tenThousand, thousand)} times as long as 1,000.`);
}

/** The rules of the Schematron files in a folder that are for invoices, compiled. */
function installedFrom(folder: string, packs: string): RuleBook {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sch'));
  const files = new Map(names.map((name) => [name, readFileSync(join(folder, name))]));
  const started = performance.now();
  for (const name of ['CEN-EN16931-UBL.sch', 'PEPPOL-EN16931-UBL.sch']) {
    const compiled = compilePack(files, name, [], new Date());
    if (!compiled.ok) throw new Error(`${name}: ${compiled.problem.message}`);
    new PackFolder(packs).add(compiled.pack);
  }
  console.log(`\nInstalled rules, compiled in ${(performance.now() - started).toFixed(0)} ms:\n`);
  return new RuleBook({ source: 'installed', folder: packs });
}

function main(folder: string | undefined): void {
  measureAll(BUILTIN);
  const starts = Array.from({ length: COLD_STARTS }, () => numberFrom('validation-cold-start.ts'));
  console.log(`From the start of a process to its first verdict: ${quickest(starts).toFixed(0)} ms.`);
  const [size, memory] = [invoiceWithAttachments(40_000_000).length, numberFrom('validation-memory.ts')];
  const share = (memory / size).toFixed(2);
  console.log(
    `Peak memory over idle for the ${(size / 1e6).toFixed(0)} MB: ${(memory / 1e6).toFixed(0)} MB, ${share} times its size, itself included.`,
  );
  if (folder === undefined) return;
  const packs = mkdtempSync(join(tmpdir(), 'pappel-packs-'));
  try {
    measureAll(installedFrom(folder, packs));
  } finally {
    rmSync(packs, { recursive: true });
  }
}

main(process.argv[2]);
