import type { SmpContext } from '@pappel/smp/context';
import type { JobHandlers } from '../platform/jobs/work.ts';
import { checkParticipant } from './check-participant.ts';
import { NetworkView } from './network-view.ts';
import { networkOperatorRoutes } from './operator-routes.ts';
import { publicationMark } from './publication-mark.ts';
import { networkRoutes } from './routes.ts';

type Needs = Omit<Parameters<typeof networkRoutes>[0], 'networkView'> & { smp: SmpContext };

export function openNetwork(base: Needs) {
  const networkView = new NetworkView(base.smp, (participant) => publicationMark(base.db, participant));
  const deps = { ...base, networkView };
  return {
    routes: networkRoutes(deps),
    operatorRoutes: networkOperatorRoutes(deps),
    jobs: {
      'participants.check': {
        run: async ({ participantId }) => {
          await checkParticipant(deps, participantId);
        },
      },
    } satisfies Partial<JobHandlers>,
    networkView,
  };
}
