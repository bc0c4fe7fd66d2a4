import { readFileSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const { url, key, pid, everyMs } = workerData as { url: string; key: string; pid: number; everyMs: number };
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const PAGE = 4096;
const LOST_MS = 60_000;

/** Resolves when the answer is there, or will not come: what counts is how long it took. */
function ask(): Promise<boolean> {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${key}` };
    const asked = httpRequest(url, { agent, headers, timeout: LOST_MS }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode === 200));
    });
    asked.once('error', () => resolve(false));
    asked.once('timeout', () => asked.destroy());
    asked.end();
  });
}

function residentBytes(): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE;
  } catch {
    return 0;
  }
}

let stopped = false;
const seen = { silenceMs: 0, peakBytes: 0, asked: 0, failed: 0 };
parentPort?.once('message', () => {
  stopped = true;
});
const watching = setInterval(() => {
  seen.peakBytes = Math.max(seen.peakBytes, residentBytes());
}, everyMs);
while (!stopped) {
  const started = performance.now();
  const isAnswered = await ask();
  const took = performance.now() - started;
  seen.silenceMs = Math.max(seen.silenceMs, took);
  seen.asked++;
  if (!isAnswered) seen.failed++;
  await sleep(Math.max(0, everyMs - took));
}
clearInterval(watching);
agent.destroy();
parentPort?.postMessage(seen);
