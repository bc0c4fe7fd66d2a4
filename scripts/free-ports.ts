import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** Where a process says which ports it has chosen, so that another does not choose one before its server is up. */
const CLAIMS = join(tmpdir(), `pappel-ports-${userInfo().username}`);

const claimed: string[] = [];
process.once('exit', () => {
  for (const file of claimed) rmSync(file, { force: true });
});

/**
 * Ports on which nobody listens now. They are below those that the system gives to outgoing connections, so that no
 * connection takes one before its server is up, and above those that pages of docs/ name, whose commands a test runs as they are.
 */
export async function freePorts(count: number): Promise<number[]> {
  mkdirSync(CLAIMS, { recursive: true });
  const ports: number[] = [];
  while (ports.length < count) {
    const port = randomInt(20_000, 32_000);
    if (claim(port) && (await isFree(port))) ports.push(port);
  }
  return ports;
}

/** Such ports for what an installation listens on, without SFTP; as settings. */
export async function freePortSettings() {
  const [PORT = '', OPERATOR_PORT = '', SMP_PORT = '', AS4_PORT = ''] = (await freePorts(4)).map(String);
  return { PORT, OPERATOR_PORT, SMP_PORT, AS4_PORT, SFTP_PORT: 'off' };
}

/** Until this process ends; what one left behind that was killed is free again. */
function claim(port: number): boolean {
  const file = join(CLAIMS, String(port));
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
  } catch {
    if (isAlive(file)) return false;
    writeFileSync(file, String(process.pid));
  }
  claimed.push(file);
  return true;
}

function isAlive(file: string): boolean {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0);
    return true;
  } catch {
    return false;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
