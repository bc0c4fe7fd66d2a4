import type { SmpContext } from '@pappel/smp/context';
import { NetworkView } from './network-view.ts';
import { publicationMark } from './publication-mark.ts';
import { networkRoutes } from './routes.ts';

type Needs = Omit<Parameters<typeof networkRoutes>[0], 'networkView'> & { smp: SmpContext };

export function openNetwork(base: Needs) {
  const networkView = new NetworkView(base.smp, (participant) => publicationMark(base.db, participant));
  return { routes: networkRoutes({ ...base, networkView }), networkView };
}
