import { trimmed } from './space.ts';

const FORM = /^(-?)(\d{4,})-(\d\d)-(\d\d)(Z|[+-]\d\d:\d\d)?$/;
const MINUTE = 60_000;

/**
 * Reads an xs:date, white space around it ignored: the minutes of its beginning since 1970, time zone considered, UTC
 * where it has none. Undefined for anything else.
 */
export function date(text: string): number | undefined {
  const [, minus, yearText = '', monthText, dayText, zone] = FORM.exec(trimmed(text)) ?? [];
  if (yearText === '' || (yearText.length > 4 && yearText.startsWith('0')) || Number(yearText) === 0)
    return undefined;
  const year = minus === '-' ? -Number(yearText) : Number(yearText);
  const month = Number(monthText);
  const day = Number(dayText);
  const offset = zoneOffset(zone);
  if (offset === undefined || month < 1 || month > 12 || day < 1 || day > daysIn(year, month))
    return undefined;
  return new Date(0).setUTCFullYear(year, month - 1, day) / MINUTE - offset;
}

/** A year before 1 AD counts from 1 BC, the year 0 of the calendar. */
function daysIn(year: number, month: number): number {
  const calendarYear = year < 0 ? year + 1 : year;
  const isLeap = (calendarYear % 4 === 0 && calendarYear % 100 !== 0) || calendarYear % 400 === 0;
  return month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Minutes east of Greenwich, at most fourteen hours either way. */
function zoneOffset(zone: string | undefined): number | undefined {
  if (zone === undefined || zone === 'Z') return 0;
  const minutes = Number(zone.slice(4));
  const total = Number(zone.slice(1, 3)) * 60 + minutes;
  if (minutes > 59 || total > 14 * 60) return undefined;
  return zone.startsWith('-') ? -total : total;
}

export const isDate = (text: string): boolean => date(text) !== undefined;

const TIME = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]\d\d:\d\d)?$/;
const MIDNIGHT = /^24:00:00(\.0+)?(Z|[+-]\d\d:\d\d)?$/;

/** Whether this is an xs:time, white space around it ignored; midnight may be 24:00:00. */
export function isTime(text: string): boolean {
  const form = trimmed(text);
  const match = TIME.exec(form);
  if (match) return zoneOffset(match[3]) !== undefined;
  const midnight = MIDNIGHT.exec(form);
  return midnight !== null && zoneOffset(midnight[2]) !== undefined;
}
