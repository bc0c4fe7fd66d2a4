import type { Config } from '../settings/config.ts';
import { participantOperatorRoutes } from './operator-routes.ts';
import { participantRoutes } from './routes.ts';

type Needs = Omit<Parameters<typeof participantRoutes>[0], 'autoApprove'> &
  Parameters<typeof participantOperatorRoutes>[0];

export const openParticipants = (base: Needs, { autoApprove }: Pick<Config, 'autoApprove'>) => ({
  routes: participantRoutes({ ...base, autoApprove }),
  operatorRoutes: participantOperatorRoutes(base),
});
