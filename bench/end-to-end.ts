/**
 * `npm run bench`: documents a second accepted, and accepted to AS4_ACCEPTED end to end, in one installation that sends
 * to itself; beside them, from the same run, the machine's own rate of RSA-2048 private operations, with the ratio.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { type Service, startService } from '../apps/service/src/service.ts';
import { readConfig } from '../apps/service/src/settings/config.ts';
import { checkDocument } from '../packages/validation/src/check-document.ts';
import { call, ROOT, until } from '../scripts/demo-installation.ts';
import { freePortSettings } from '../scripts/free-ports.ts';
import { databaseTime } from './database-time.ts';
import { percentile } from './figures.ts';
import { rsaRate } from './rsa-rate.ts';
import { openSenderAndReceiver, RECEIVER, SENDER } from './sender-and-receiver.ts';

const DOCUMENTS = Number(process.argv[2] ?? 1000);
const WARM_UP = 50;
const PACED_SECONDS = 10;
const PACE = 50;
const payload = readFileSync(join(ROOT, 'packages/validation/tests/fixtures/invoice.xml'), 'utf8');

const round = (value: number, digits = 1): string => value.toFixed(digits);

interface Bench {
  service: Service;
  submit(): Promise<number>;
  accepted(): Promise<number>;
}

/** As many as possible, eight at a time: how fast they are taken, and how fast they arrive. */
async function burst({ service, submit, accepted }: Bench) {
  const cpu = process.cpuUsage();
  const { dataDir } = service.base.config;
  const database = databaseTime(dataDir) ?? 0;
  const started = performance.now();
  const answers: number[] = [];
  let submitted = 0;
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (submitted++ < DOCUMENTS) answers.push(await submit());
    }),
  );
  const submitSeconds = (performance.now() - started) / 1000;
  await until(accepted, (count) => count >= DOCUMENTS + WARM_UP);
  const totalSeconds = (performance.now() - started) / 1000;
  const used = process.cpuUsage(cpu);
  const { rows } = await service.base.database.pool.query<{ ms: string }>(
    "select extract(epoch from status_changed_at - created_at) * 1000 as ms from messages where direction = 'OUTBOUND' order by created_at desc limit $1",
    [DOCUMENTS],
  );
  const endToEnd = rows.map((row) => Number(row.ms));
  return {
    answers,
    submitSeconds,
    totalSeconds,
    endToEnd,
    cpuPerDocument: (used.user + used.system) / 1000 / DOCUMENTS,
    databasePerDocument: ((databaseTime(dataDir) ?? 0) - database) / DOCUMENTS,
  };
}

/** At a steady pace: how long the answer takes. */
async function paced({ submit }: Bench): Promise<number[]> {
  const answers: Promise<number>[] = [];
  const started = performance.now();
  for (let i = 0; i < PACE * PACED_SECONDS; i++) {
    await sleep(Math.max(0, started + (i * 1000) / PACE - performance.now()));
    answers.push(submit());
  }
  return Promise.all(answers);
}

function report(rsa: number, run: Awaited<ReturnType<typeof burst>>, pacedAnswers: number[]): void {
  const validation = timeOf(() => checkDocument(Buffer.from(payload), expected), 500);
  const rate = DOCUMENTS / run.totalSeconds;
  const rsaPerDocument = (3 * 2000) / rsa;
  const perDocument = run.cpuPerDocument + run.databasePerDocument;
  const share = (ms: number): string => `${round(ms, 2)} ms, ${round((100 * ms) / perDocument, 0)} %`;
  const pair = (values: number[]): string =>
    `${round(percentile(values, 0.5))} / ${round(percentile(values, 0.99))}`;
  const rows: [string, string][] = [
    ['documents', String(DOCUMENTS)],
    ['accepted, documents/s', round(DOCUMENTS / run.submitSeconds)],
    ['accept answer under that load, p50 / p99 ms', pair(run.answers)],
    ['end to end, documents/s', round(rate)],
    ['accepted to AS4_ACCEPTED under that load, p50 / p99 ms', pair(run.endToEnd)],
    [`accept answer at ${PACE} documents/s, p50 / p99 ms`, pair(pacedAnswers)],
    ['RSA-2048 private operations/s of this machine', round(rsa, 0)],
    ['documents/s that RSA alone would allow (3 a document)', round(rsa / 3)],
    ['end to end as a share of that', round((rate * 3) / rsa, 3)],
    ['processor time a document, client included', `${round(perDocument, 2)} ms`],
    ['of which database server', share(run.databasePerDocument)],
    ['of which RSA', share(rsaPerDocument)],
    ['of which validation, both sides', share(2 * validation)],
    ['resident memory, MB', round(process.memoryUsage().rss / 1_048_576, 0)],
  ];
  for (const [name, value] of rows) console.log(`${name.padEnd(58)} ${value}`);
}

async function main(): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'pappel-bench-'));
  const ports = await freePortSettings();
  const env = { ...ports, DATA_DIR: dir, NETWORK: 'local', RATE_LIMITS: 'off' };
  const service = await startService(readConfig(env), pino({ level: 'silent' }));
  const api = `http://127.0.0.1:${ports.PORT}`;
  try {
    const key = await openSenderAndReceiver(api, service.base.operatorToken, ports.OPERATOR_PORT);
    const bench: Bench = {
      service,
      submit: async () => {
        const started = performance.now();
        await call('POST', `${api}/v1/messages`, key, {
          sender: SENDER,
          receiver: RECEIVER,
          type: 'invoice',
          payload,
        });
        return performance.now() - started;
      },
      accepted: async () => {
        const path = `${api}/v1/messages?counts=true&limit=0&direction=OUTBOUND`;
        const { body } = await call<{ counts: { byStatus: Record<string, number> } }>('GET', path, key);
        return body.counts.byStatus['AS4_ACCEPTED'] ?? 0;
      },
    };
    const rsa = await rsaRate();
    await Promise.all(Array.from({ length: WARM_UP }, bench.submit));
    await until(bench.accepted, (count) => count >= WARM_UP);
    const run = await burst(bench);
    report(rsa, run, await paced(bench));
  } finally {
    await service.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

const expected = {
  documentTypeId:
    'busdox-docid-qns::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1',
  sender: SENDER,
  receiver: RECEIVER,
  strictAddressing: false,
} as Parameters<typeof checkDocument>[1];

function timeOf(work: () => unknown, times: number): number {
  const started = performance.now();
  for (let i = 0; i < times; i++) work();
  return (performance.now() - started) / times;
}

await main();
