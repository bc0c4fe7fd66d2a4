import { bytes, count } from '../../ui/format.ts';
import type { Part } from '../api/types.ts';

const NAMES: Readonly<Record<string, string>> = {
  localNetwork: 'Local network',
  database: 'Database',
  disk: 'Disk',
  payloads: 'Payloads',
  jobs: 'Jobs',
  smpRegistration: 'SMP in the SML',
  api: 'API',
  smp: 'SMP',
  as4: 'AS4',
};

/** What people call a part of the service. */
export const nameOfPart = ({ part }: Part): string => NAMES[part] ?? part;

type Figure = number | string | boolean;

/** A figure as one reads it; none for what says nothing beside the others. */
const FIGURES: Readonly<
  Record<string, (value: number, figures: Readonly<Record<string, Figure>>) => string>
> = {
  milliseconds: (value) => `answers in ${value} ms`,
  connections: (value) => count(value, 'connection'),
  idle: (value) => `${value} idle`,
  waiting: (value) => (value > 0 ? `${value} waited for` : ''),
  freeBytes: (value, { totalBytes }) =>
    `${bytes(value)} free${typeof totalBytes === 'number' ? ` of ${bytes(totalBytes)}` : ''}`,
  totalBytes: () => '',
  due: (value) => (value > 0 ? `${value} due` : 'none is due'),
  oldestSeconds: (value) => (value > 0 ? `the oldest for ${value} s` : ''),
  running: (value) => (value > 0 ? `${value} running` : ''),
};

/** How a part is: why not well, or what its figures say. */
export function stateOfPart({ reason, figures = {} }: Part): string {
  if (reason) return reason;
  return Object.entries(figures)
    .map(([name, value]) => {
      const say = FIGURES[name];
      return say && typeof value === 'number' ? say(value, figures) : `${name} ${value}`;
    })
    .filter((words) => words !== '')
    .join(', ');
}
