import type { HealthPart } from '../platform/health.ts';
import type { Role } from '../settings/processes.ts';

/** What one process of a node does. */
export interface Duties {
  /** The API and the console. */
  answersCustomers: boolean;
  /** AS4 and SMP. */
  answersNetwork: boolean;
  /** Jobs, deliveries, exports. */
  works: boolean;
  /** What one process at a time does anyway, so that one of a node is enough: reading the event log, telling the SML. */
  leads: boolean;
  /** SFTP: its sessions and the room for them are in the memory of one process. */
  takesFiles: boolean;
}

/** What the process of that number does, from 1; the first one does what only one of them can. */
export function dutiesOf(roles: ReadonlySet<Role>, number: number): Duties {
  const isFirst = number === 1;
  return {
    answersCustomers: roles.has('http'),
    answersNetwork: roles.has('network'),
    works: roles.has('worker'),
    leads: roles.has('worker') && isFirst,
    takesFiles: roles.has('sftp') && isFirst,
  };
}

/** What must be well for this process to be ready. */
export function partsOf(duties: Duties, isLocal: boolean): HealthPart[] {
  const { answersCustomers, answersNetwork, works, leads } = duties;
  const parts: [HealthPart, boolean][] = [
    ['localNetwork', isLocal],
    ['database', true],
    ['disk', true],
    ['payloads', true],
    ['jobs', works],
    ['smpRegistration', leads],
    ['api', answersCustomers],
    ['smp', answersNetwork],
    ['as4', answersNetwork],
  ];
  return parts.filter(([, isOurs]) => isOurs).map(([part]) => part);
}
