import { parseArgs } from 'node:util';
import { readNumber } from '../read-number.ts';

/** What a run shows: that it lasts, that one dead receiver slows nobody, or what too much does. */
export type Kind = 'endurance' | 'dead-receiver' | 'overload';

export interface LoadOptions {
  kind: Kind;
  /** Documents a second, out and in. */
  rate: number;
  minutes: number;
  /** Of the rate, what comes from elsewhere to the customers. */
  inboundShare: number;
  accounts: number;
  seed: number;
  /** Whether the plot is kept in docs/performance. */
  write: boolean;
}

const USAGE =
  'npm run bench:load -- [--rate 50] [--minutes 30] [--inbound 0.25] [--accounts 8] [--seed 1] [--dead-receiver | --overload] [--write]';

export function readOptions(args: readonly string[]): LoadOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rate: { type: 'string', default: '50' },
      minutes: { type: 'string', default: '30' },
      inbound: { type: 'string', default: '0.25' },
      accounts: { type: 'string', default: '8' },
      seed: { type: 'string', default: '1' },
      'dead-receiver': { type: 'boolean', default: false },
      overload: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
    },
  });
  const number = (text: string, isGood: (value: number) => boolean): number =>
    readNumber(text, isGood, USAGE);
  const others = values['dead-receiver'] ? 'dead-receiver' : 'endurance';
  return {
    kind: values.overload ? 'overload' : others,
    rate: number(values.rate, (value) => value > 0 && value <= 10_000),
    minutes: number(values.minutes, (value) => value > 0 && value <= 10_000),
    inboundShare: number(values.inbound, (value) => value >= 0 && value < 1),
    accounts: number(values.accounts, (value) => Number.isInteger(value) && value >= 2 && value <= 200),
    seed: number(values.seed, Number.isInteger),
    write: values.write,
  };
}
