/** One run in a process of its own, as the makers of ids remember the latest time they saw; told as one line of JSON. */
import { type SimulationOptions, simulate } from './simulation.ts';

const options = JSON.parse(process.argv[2] ?? '{}') as SimulationOptions;
const told = await simulate(options);
process.stdout.write(`${JSON.stringify(told)}\n`, () => process.exit(0));
