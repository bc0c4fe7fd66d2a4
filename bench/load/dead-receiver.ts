import { byRank, type Drive, evenly, type Phase, WARM_UP_SECONDS } from './drive.ts';
import { acceptMs, endToEndMs, isDuring, pair, type Row } from './figures.ts';
import type { LoadOptions } from './options.ts';
import { arrives } from './population.ts';
import type { Tally } from './tally.ts';
import type { World } from './world.ts';

/** What the dead one is sent, of everything. */
const SHARE = 0.1;

/**
 * Half of the time to receivers that all answer; then the same beside one that takes every tenth document and never says
 * anything.
 */
export async function besideDeadReceiver(
  drive: Drive,
  { customers, receivers }: World,
  { rate, minutes, inboundShare }: LoadOptions,
): Promise<Phase[]> {
  const alive = receivers.filter(({ manner }) => arrives(manner));
  const dead = receivers.filter(({ manner }) => manner === 'never-answers');
  const seconds = (minutes * 60) / 2;
  const outbound = rate * (1 - inboundShare);
  const inbound = rate * inboundShare;
  const to = (perSecond: number, whom: typeof receivers) => ({
    perSecond,
    customers: byRank(customers),
    receivers: evenly(whom),
  });
  // What runs for the first time is slow by itself.
  await drive.during('warm-up', WARM_UP_SECONDS, [to(outbound, alive)], inbound);
  const without = await drive.during('without it', seconds, [to(outbound, alive)], inbound);
  const streams = [to(outbound, alive), to(outbound * SHARE, dead)];
  return [without, await drive.during('beside it', seconds, streams, inbound)];
}

export function deadReceiverRows(tally: Tally, phases: readonly Phase[]): Row[] {
  const all = [...tally.outbound.values()];
  const of = (what: (phase: Phase) => string) => phases.map(what);
  const good = (phase: Phase) => all.filter(isDuring(phase)).filter(({ manner }) => manner === 'good');
  return [
    ['accept, p50 / p99 ms', ...of((phase) => pair(acceptMs(tally, all.filter(isDuring(phase)))))],
    ['end to end to good receivers, p50 / p99 ms', ...of((phase) => pair(endToEndMs(good(phase))))],
    ['documents to good receivers', ...of((phase) => String(good(phase).length))],
    [
      'documents to the dead one',
      ...of((phase) =>
        String(all.filter(isDuring(phase)).filter(({ manner }) => manner === 'never-answers').length),
      ),
    ],
  ];
}
