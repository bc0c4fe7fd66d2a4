import * as any from './any.ts';
import * as decimal from './decimal.ts';
import { FIRST_ATTRIBUTE } from './document.ts';
import * as double from './double.ts';
import { raise, tooMany } from './dynamic-error.ts';
import * as moment from './moment.ts';
import * as regex from './regular-expression.ts';
import * as sequence from './sequence.ts';
import * as strings from './strings.ts';

/** Everything that compiled rules can reach. */
export const LIBRARY: object = Object.freeze(
  Object.assign(Object.create(null), decimal, double, moment, regex, strings, sequence, any, {
    FIRST_ATTRIBUTE,
    raise,
    tooMany,
    compareExact: decimal.compare,
  }),
);
