import type { SendContext } from '@pappel/as4/send';
import type { SmpContext } from '@pappel/smp/context';
import { DiscoveryCache } from '@pappel/smp/discovery-cache';
import { FairTurns } from '../platform/fair-turns.ts';
import type { ClockWork } from '../platform/jobs/catalog.ts';
import type { JobHandlers } from '../platform/jobs/work.ts';
import { type Siblings, shareOf } from '../platform/siblings.ts';
import type { Config } from '../settings/config.ts';
import { endMessage, endProviderMessage } from './end.ts';
import { EndpointRoom } from './endpoint-room.ts';
import { circuitRoutes, outboundOperatorRoutes } from './operator-routes.ts';
import { outboundRoutes } from './routes.ts';
import { type SendDeps, sendMessage } from './send-job.ts';
import { sendProviderMessage } from './send-provider-job.ts';
import { SENDING_ROOM, SendingRoom } from './sending-room.ts';
import { RETRY_SCHEDULE } from './settle.ts';
import { sweepPayloads } from './sweep-job.ts';

type Needs = Omit<Parameters<typeof outboundRoutes>[0], 'publicUrl' | 'submitTurns' | 'uploadTurns'> &
  Omit<
    SendDeps,
    'as4' | 'discoveries' | 'endpointRoom' | 'retrySchedule' | 'sendingRoom' | 'strictAddressing'
  > & {
    smp: SmpContext;
    as4Send: SendContext;
    siblings: Pick<Siblings, 'count'>;
  };

/** More at once do not make it faster: a core is busy with fewer, and each needs a connection to the database. */
const SUBMITTED_AT_ONCE = 8;
/** They wait for room in memory, which a few of them fill. */
const UPLOADED_AT_ONCE = 4;

type Settings = Pick<Config, 'publicUrl' | 'strictAddressing' | 'retrySchedule' | 'concurrency'>;

export function openOutbound(
  base: Needs,
  { publicUrl, strictAddressing, retrySchedule = RETRY_SCHEDULE, concurrency }: Settings,
) {
  const discoveries = new DiscoveryCache(base.smp);
  const sendingRoom = new SendingRoom(shareOf(SENDING_ROOM, base.siblings.count));
  // Half of what is sent at once: hands and workers are as many each.
  const endpointRoom = new EndpointRoom(concurrency);
  const send = {
    ...base,
    as4: base.as4Send,
    discoveries,
    endpointRoom,
    retrySchedule,
    sendingRoom,
    strictAddressing,
  };
  return {
    routes: outboundRoutes({
      ...base,
      publicUrl,
      submitTurns: new FairTurns(SUBMITTED_AT_ONCE),
      uploadTurns: new FairTurns(UPLOADED_AT_ONCE),
    }),
    operatorRoutes: outboundOperatorRoutes(base),
    circuitRoutes: circuitRoutes(base),
    jobs: {
      'outbound.send': {
        run: (job, held) => sendMessage(send, job, held),
        end: (job) => endMessage(base, job),
      },
      'outbound.send-provider-message': {
        run: (job) => sendProviderMessage(send, job),
        end: (job) => endProviderMessage(base, job),
      },
      'outbound.sweep-payloads': { run: () => sweepPayloads(base) },
    } satisfies Partial<JobHandlers>,
    clock: [{ task: 'outbound.sweep-payloads', match: '17 3 * * *' }] satisfies ClockWork[],
    /** Where recipients were found; forgotten when one does not answer there. */
    discoveries,
    /** What waits for the answer of each endpoint. */
    endpointRoom,
  };
}
