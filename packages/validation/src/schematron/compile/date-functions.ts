import type { MomentType } from '../runtime/moment.ts';
import { type Arguments, type Library, type LibraryFunction, taking } from './arguments.ts';
import { casted } from './cast.ts';
import { always, type ItemType } from './code.ts';
import { lift } from './operand.ts';

/** A part of a date or time [F&O 10.5]. */
const part = (of: MomentType, js: (moment: string) => string, type: ItemType = 'integer'): LibraryFunction =>
  taking(1, 1, (given: Arguments) => {
    const value = given.atomic(0);
    const moment = lift(given.module, [value], of, (item) =>
      value.type === 'untyped' || value.type === of
        ? casted(item, value.type, of)
        : `raise("XPTY0004","A ${value.type} stands where a ${of} is expected")`,
    );
    return lift(given.module, [moment], type, js);
  });

const now = (type: MomentType): LibraryFunction =>
  taking(0, 0, () => always(type, `momentOf(doc.now,"${type}")`));

const HOURS = (moment: string): string => `Math.floor(${moment}.time/3600000)`;
const MINUTES = (moment: string): string => `(Math.floor(${moment}.time/60000)%60)`;
const SECONDS = (moment: string): string => `fromDouble((${moment}.time%60000)/1000)`;

/** The clock is that of the run; there are no durations. */
export const DATE_FUNCTIONS: Library = {
  'current-date': now('date'),
  'current-dateTime': now('dateTime'),
  'current-time': now('time'),
  'year-from-date': part('date', (moment) => `${moment}.year`),
  'month-from-date': part('date', (moment) => `${moment}.month`),
  'day-from-date': part('date', (moment) => `${moment}.day`),
  'year-from-dateTime': part('dateTime', (moment) => `${moment}.year`),
  'month-from-dateTime': part('dateTime', (moment) => `${moment}.month`),
  'day-from-dateTime': part('dateTime', (moment) => `${moment}.day`),
  'hours-from-dateTime': part('dateTime', HOURS),
  'minutes-from-dateTime': part('dateTime', MINUTES),
  'seconds-from-dateTime': part('dateTime', SECONDS, 'decimal'),
  'hours-from-time': part('time', HOURS),
  'minutes-from-time': part('time', MINUTES),
  'seconds-from-time': part('time', SECONDS, 'decimal'),
};
