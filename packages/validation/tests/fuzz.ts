/**
 * Throws hostile and broken documents at tree, structure and rules:
 *
 *     node packages/validation/tests/fuzz.ts <minutes> <seed> [number of one document, to see that one again]
 *
 * Reports crashes, documents that take more than a second of processor time, and findings without line, column or location;
 * exits with 1 when there was any.
 */
import { ALIASES, aliasToType } from '@pappel/peppol-ids/aliases';
import { randomFrom } from '../../../scripts/seeded-random.ts';
import { validate } from '../src/validate.ts';
import { type FuzzDocument, fuzzDocument } from './fuzz-documents.ts';

const SLOW_MS = 1_000;
const TYPES = ALIASES.flatMap((alias) => aliasToType(alias)?.documentTypeId ?? []);

export interface Outcome {
  document: FuzzDocument;
  verdict: string;
  milliseconds: number;
  problems: string[];
}

/** Validates a document of the stream, mostly as the type it says it is, at times as any other. */
export function fuzzOnce(seed: number, number: number): Outcome {
  const document = fuzzDocument(seed, number);
  const random = randomFrom(seed + number);
  const type = random() < 0.2 ? TYPES[Math.floor(random() * TYPES.length)] : undefined;
  const problems: string[] = [];
  let verdict = 'crash';
  const started = process.cpuUsage();
  try {
    const answer = validate(document.bytes, type);
    verdict = answer.kind;
    for (const finding of answer.kind === 'no-rules' ? [] : answer.findings) {
      const { code, message, line = 0, column = 0, location = '' } = finding;
      if (code === '' || message === '' || line < 1 || column < 1 || !location.startsWith('/'))
        problems.push(`no position: ${JSON.stringify(finding)}`);
    }
  } catch (error) {
    problems.push(`crash: ${error instanceof Error ? error.stack : error}`);
  }
  const { user, system } = process.cpuUsage(started);
  const milliseconds = (user + system) / 1000;
  if (milliseconds > SLOW_MS) problems.push(`slow: ${milliseconds.toFixed(0)} ms`);
  return { document, verdict, milliseconds, problems };
}

interface Tally {
  documents: number;
  bytes: number;
  slowest: number;
  verdicts: Map<string, number>;
  withProblems: number;
}

function count(tally: Tally, { document, verdict, milliseconds, problems }: Outcome): void {
  tally.documents++;
  tally.bytes += document.bytes.length;
  tally.slowest = Math.max(tally.slowest, milliseconds);
  const key = `${document.kind}: ${verdict}`;
  tally.verdicts.set(key, (tally.verdicts.get(key) ?? 0) + 1);
  if (problems.length > 0) tally.withProblems++;
}

function report({ documents, bytes, slowest, verdicts, withProblems }: Tally): void {
  for (const [key, times] of [...verdicts].sort()) console.log(`${key} ${times}`);
  console.log(
    `${documents} documents, ${(bytes / 1e6).toFixed(0)} MB, slowest ${slowest.toFixed(0)} ms, ${withProblems} with problems`,
  );
}

function run(minutes: number, seed: number): void {
  const tally: Tally = { documents: 0, bytes: 0, slowest: 0, verdicts: new Map(), withProblems: 0 };
  const until = performance.now() + minutes * 60_000;
  for (let number = 0; performance.now() < until; number++) {
    const outcome = fuzzOnce(seed, number);
    count(tally, outcome);
    for (const problem of outcome.problems.slice(0, 3))
      console.log(
        `seed ${seed} number ${number} (${outcome.document.kind}, ${outcome.document.bytes.length} bytes): ${problem}`,
      );
  }
  report(tally);
  process.exitCode = tally.withProblems > 0 ? 1 : 0;
}

if (import.meta.main) {
  const [minutes = 1, seed = 1, number] = process.argv.slice(2).map(Number);
  if (number === undefined) run(minutes, seed);
  else console.log(fuzzOnce(seed, number));
}
