import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Pappel, until } from '../../apps/service/tests/harness.ts';
import type { RunningCluster } from './cluster-stress.ts';
import { pappelAt } from './killable.ts';

const run = promisify(execFile);
const LONGEST_START_MS = 120_000;

/**
 * The containers of ops/two-nodes/compose.yml, made anew with volumes of their own. `command` is how compose is called for
 * that file; the environment has what the file wants set.
 */
export async function openComposed(command: string, opened: AsyncDisposableStack): Promise<RunningCluster> {
  const [program = '', ...first] = command.split(' ');
  const compose = async (...what: string[]): Promise<string> =>
    (await run(program, [...first, ...what])).stdout.trim();
  await compose('down', '--volumes');
  opened.defer(async () => void (await compose('down', '--volumes')));
  await compose('up', '--detach');
  const victims = ['one', 'two'].map((name) => container(name, compose));
  for (const victim of victims) await victim.start();
  const cluster = providerAt(8080, 8081);
  return { cluster, far: providerAt(9080, 9081), nodes: [cluster], victims };
}

function container(name: string, compose: (...what: string[]) => Promise<string>) {
  const isHealthy = async (): Promise<boolean> => {
    const id = await compose('ps', '--quiet', name);
    const { stdout } = await run('docker', ['inspect', '--format', '{{.State.Health.Status}}', id]);
    return stdout.trim() === 'healthy';
  };
  return {
    kill: async () => void (await compose('kill', '--signal', 'SIGKILL', name)),
    start: async () => {
      await compose('start', name);
      if (!(await until(isHealthy, Boolean, LONGEST_START_MS))) throw new Error(`${name} did not start`);
    },
  };
}

function providerAt(apiPort: number, operatorPort: number): Pappel {
  const operator = `http://127.0.0.1:${operatorPort}`;
  return pappelAt(`http://127.0.0.1:${apiPort}`, operator, process.env['OPERATOR_TOKEN'] ?? '');
}
