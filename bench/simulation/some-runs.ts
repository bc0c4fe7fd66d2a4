/**
 * Runs one after the other in a process of their own, each told as one line of JSON. It ends with the first that broke, as that
 * may have left anything behind.
 */
import { type SimulationOptions, simulate } from './simulation.ts';

const { seeds, ...options } = JSON.parse(process.argv[2] ?? '{}') as SimulationOptions & { seeds: number[] };
for (const seed of seeds) {
  const told = await simulate({ ...options, seed });
  await new Promise((resolve) => process.stdout.write(`${JSON.stringify(told)}\n`, resolve));
  if (told.broken) break;
}
process.exit(0);
