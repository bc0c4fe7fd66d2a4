import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { NPM_START } from './npm-start.ts';

export const ROOT = join(import.meta.dirname, '..');

/** A machine that does much else takes its time. */
const START_MS = 180_000;

/** Starts an installation as a process of its own, as `npm start` does. */
export async function start(
  name: string,
  dataDir: string,
  ports: number[],
  extra: Record<string, string> = {},
) {
  const [PORT, OPERATOR_PORT, SMP_PORT, AS4_PORT] = ports.map(String);
  const operatorToken = 'pop_demo_token_of_this_run_only';
  const env = {
    ...process.env,
    ...NPM_START.env,
    PORT,
    OPERATOR_PORT,
    SMP_PORT,
    AS4_PORT,
    SFTP_PORT: 'off',
    DATA_DIR: dataDir,
    NETWORK: 'local',
    OPERATOR_TOKEN: operatorToken,
    LOG_LEVEL: 'warn',
    RETRY_SCHEDULE: '3,3,3,3,3,3,3',
    ...extra,
  };
  const child = spawn(process.execPath, [...NPM_START.execArgv, join(ROOT, NPM_START.file)], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const api = `http://127.0.0.1:${PORT}`;
  for (let waited = 0; ; waited += 100) {
    const ready = await fetch(`${api}/health/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) break;
    if (child.exitCode !== null || waited > START_MS) {
      child.kill();
      throw new Error(`${name} did not start`);
    }
    await sleep(100);
  }
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  };
  return {
    api,
    operator: `http://127.0.0.1:${OPERATOR_PORT}`,
    operatorToken,
    child,
    pid: child.pid ?? 0,
    stop,
  };
}

export async function call<Answer>(
  method: string,
  url: string,
  token: string | undefined,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Answer }> {
  const answer = await fetch(url, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    body: (answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text) as Answer,
  };
}

export async function until<Value>(
  look: () => Promise<Value>,
  done: (value: Value) => boolean,
): Promise<Value> {
  for (let waited = 0; ; waited += 100) {
    const value = await look();
    if (done(value) || waited > 60_000) return value;
    await sleep(100);
  }
}
