import { parseArgs } from 'node:util';
import { readNumber } from '../read-number.ts';

export interface StoredOptions {
  /** How many documents each installation has; the first is what growth is counted from. */
  sizes: readonly number[];
  /** Where the installations stay for the next run; a folder of its own that goes with the run where none is named. */
  dir: string | undefined;
  /** Of disk, for all of them: the largest is made smaller until it fits. */
  gigabytes: number;
  /** How often everything is asked. */
  rounds: number;
  /** Only what has this in its name. */
  only: string;
}

const USAGE =
  'npm run bench:stored -- [--millions 0,1,10] [--gigabytes 25] [--dir .scratch/stored] [--rounds 60] [--only list]';
/** What an account has that has only just begun: so many that each list has a page. */
const BEGINNING = 2_000;

export function readOptions(args: readonly string[]): StoredOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      millions: { type: 'string', default: '0,1,10' },
      gigabytes: { type: 'string', default: '25' },
      rounds: { type: 'string', default: '60' },
      dir: { type: 'string' },
      only: { type: 'string', default: '' },
    },
  });
  const number = (text: string): number => readNumber(text, (value) => value >= 0 && value <= 1_000, USAGE);
  const sizes = values.millions.split(',').map((text) => Math.round(number(text) * 1_000_000) || BEGINNING);
  const isGrowing = sizes.every((size, i) => size > (sizes[i - 1] ?? 0));
  if (!isGrowing) throw new Error(`Name the sizes from the smallest on. ${USAGE}`);
  return {
    sizes,
    dir: values.dir,
    gigabytes: number(values.gigabytes),
    rounds: Math.max(1, number(values.rounds)),
    only: values.only,
  };
}
