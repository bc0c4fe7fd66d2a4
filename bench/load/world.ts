import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { start } from '../../scripts/demo-installation.ts';
import { freePorts } from '../../scripts/free-ports.ts';
import { type Customer, openCustomers } from './customers.ts';
import type { FarCount, FarOptions, FarOrder, FarReady, FarTold } from './far-network.ts';
import { customerAddress, type Receiver, receivers } from './population.ts';

/** Seconds until a document that failed is sent again; those of a real installation would outlast a run. */
const RETRY_SCHEDULE = '5,15,60,300,900,3600';

/** The rest of the network, as this process speaks to it. */
export class FarNetwork {
  readonly #process: ChildProcess;
  readonly hooksUrl: string;

  private constructor(process: ChildProcess, hooksUrl: string) {
    this.#process = process;
    this.hooksUrl = hooksUrl;
  }

  static async start(options: FarOptions): Promise<FarNetwork> {
    const process = fork(join(import.meta.dirname, 'far-network.ts'));
    process.send(options);
    const [ready] = (await once(process, 'message')) as [FarReady];
    return new FarNetwork(process, ready.hooksUrl);
  }

  sendPerSecond(sendPerSecond: number): void {
    this.#process.send({ sendPerSecond } satisfies FarOrder);
  }

  count(): Promise<FarCount> {
    return this.#ask('count');
  }

  tell(): Promise<FarTold> {
    return this.#ask('tell');
  }

  close(): void {
    this.#process.disconnect();
  }

  async #ask<Answer>(order: FarOrder): Promise<Answer> {
    this.#process.send(order);
    const [answer] = await once(this.#process, 'message');
    return answer as Answer;
  }
}

export interface World {
  service: Awaited<ReturnType<typeof start>>;
  dataDir: string;
  far: FarNetwork;
  receivers: readonly Receiver[];
  customers: readonly Customer[];
}

/** The service, the rest of the network and the customers, each ready; everything ends with the `using`. */
export async function openWorld({ accounts, seed }: { accounts: number; seed: number }) {
  await using opened = new AsyncDisposableStack();
  const dir = await mkdtemp(join(tmpdir(), 'pappel-load-'));
  opened.defer(() => rmSync(dir, { recursive: true, force: true }));
  const ports = await freePorts(5);
  const dataDir = join(dir, 'service');
  const service = await start('The service', dataDir, ports.slice(0, 4), {
    RATE_LIMITS: 'off',
    RETRY_SCHEDULE,
  });
  opened.defer(service.stop);
  process.once('exit', () => service.child.kill());
  const networkDir = join(dataDir, 'localnet');
  const { dnsPort, smlPort } = JSON.parse(readFileSync(join(networkDir, 'ports.json'), 'utf8'));
  const everybody = receivers();
  const far = await FarNetwork.start({
    ...{ dataDir: join(dir, 'far'), networkDir, seed: seed + 1 },
    dns: `127.0.0.1:${dnsPort}`,
    smlUrl: `https://127.0.0.1:${smlPort}/edelivery-sml`,
    receivers: everybody,
    customers: Array.from({ length: accounts }, (_, index) => customerAddress(index)),
    closedPort: ports[4] ?? 1,
  });
  opened.defer(() => far.close());
  const customers = await openCustomers(service, far.hooksUrl, accounts);
  const closing = opened.move();
  const world: World = { service, dataDir, far, receivers: everybody, customers };
  return { world, [Symbol.asyncDispose]: () => closing.disposeAsync() };
}
