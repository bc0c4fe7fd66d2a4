import { quoted, raise } from './dynamic-error.ts';

export type MomentType = 'date' | 'dateTime' | 'time';

/** An xs:date, xs:dateTime or xs:time. Without time zone it is compared as if in UTC. */
export class Moment {
  readonly type: MomentType;
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** Since midnight, in milliseconds. */
  readonly time: number;
  /** Minutes east of UTC; undefined when not said. */
  readonly zone: number | undefined;
  /** Milliseconds since 1970 in UTC, by which moments of one type compare. */
  readonly instant: number;

  constructor(
    type: MomentType,
    date: { year: number; month: number; day: number },
    time: number,
    zone: number | undefined,
  ) {
    this.type = type;
    this.year = date.year;
    this.month = date.month;
    this.day = date.day;
    this.time = time;
    this.zone = zone;
    const midnight = new Date(0);
    midnight.setUTCFullYear(date.year < 0 ? date.year + 1 : date.year, date.month - 1, date.day);
    this.instant = midnight.getTime() + time - (zone ?? 0) * 60_000;
  }
}

const DATE = '(-?(?:[1-9]\\d{4,8}|\\d{4}))-(\\d\\d)-(\\d\\d)';
const TIME = '(\\d\\d):(\\d\\d):(\\d\\d(?:\\.\\d+)?)';
const ZONE = '(Z|[+-]\\d\\d:\\d\\d)?';
const FORMS: Record<MomentType, RegExp> = {
  date: new RegExp(`^[ \\t\\r\\n]*${DATE}()()()${ZONE}[ \\t\\r\\n]*$`),
  dateTime: new RegExp(`^[ \\t\\r\\n]*${DATE}T${TIME}${ZONE}[ \\t\\r\\n]*$`),
  time: new RegExp(`^[ \\t\\r\\n]*()()()${TIME}${ZONE}[ \\t\\r\\n]*$`),
};
/** Day of a time, which has none. */
const NO_DATE = { year: 1972, month: 12, day: 31 };

function momentOrUndefined(text: string, type: MomentType): Moment | undefined {
  const found = FORMS[type].exec(text);
  if (!found) return undefined;
  const [year, month, day, hours, minutes, seconds] = found.slice(1, 7).map(Number);
  const date = type === 'time' ? NO_DATE : { year: year ?? 0, month: month ?? 0, day: day ?? 0 };
  const time = millisecondsOf(hours ?? 0, minutes ?? 0, seconds ?? 0);
  const zone = zoneOf(found[7]);
  if (!isDate(date) || time === undefined || zone === 'invalid') return undefined;
  if (time < DAY) return new Moment(type, date, time, zone);
  return new Moment(type, type === 'time' ? NO_DATE : dayAfter(date), 0, zone);
}

const DAY = 86_400_000;

/** 24:00:00 is the first instant of the next day. */
function dayAfter({ year, month, day }: typeof NO_DATE): typeof NO_DATE {
  const next = new Date(0);
  next.setUTCFullYear(year, month - 1, day + 1);
  return { year: next.getUTCFullYear(), month: next.getUTCMonth() + 1, day: next.getUTCDate() };
}

function isDate({ year, month, day }: { year: number; month: number; day: number }): boolean {
  if (year === 0 || month < 1 || month > 12 || day < 1) return false;
  const astronomical = year < 0 ? year + 1 : year;
  const isLeap = (astronomical % 4 === 0 && astronomical % 100 !== 0) || astronomical % 400 === 0;
  return day <= ([31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0);
}

function millisecondsOf(hours: number, minutes: number, seconds: number): number | undefined {
  const isEnd = hours === 24 && minutes === 0 && seconds === 0;
  if ((hours > 23 && !isEnd) || minutes > 59 || seconds >= 60) return undefined;
  return (hours * 60 + minutes) * 60_000 + seconds * 1000;
}

function zoneOf(text: string | undefined): number | undefined | 'invalid' {
  if (text === undefined) return undefined;
  if (text === 'Z') return 0;
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(4));
  if (Number(text.slice(4)) > 59 || minutes > 14 * 60) return 'invalid';
  return text.startsWith('-') ? -minutes : minutes;
}

export const isMoment = (text: string, type: MomentType): boolean =>
  momentOrUndefined(text, type) !== undefined;

export function parseMoment(text: string, type: MomentType): Moment {
  return momentOrUndefined(text, type) ?? raise('FORG0001', `${quoted(text)} is not a ${type}`);
}

/** From a dateTime to its date or time, from a date to its first instant. */
export function convertMoment(moment: Moment, type: MomentType): Moment {
  if (moment.type === type) return moment;
  if (moment.type === 'time' || (moment.type === 'date' && type === 'time'))
    raise('XPTY0004', `A ${moment.type} is not a ${type}`);
  return new Moment(type, type === 'time' ? NO_DATE : moment, type === 'date' ? 0 : moment.time, moment.zone);
}

/** fn:current-date and its kin, in UTC. */
export function momentOf(now: Date, type: MomentType): Moment {
  return parseMoment(
    type === 'date'
      ? `${now.toISOString().slice(0, 10)}Z`
      : now.toISOString().slice(type === 'time' ? 11 : 0),
    type,
  );
}

const two = (value: number): string => String(value).padStart(2, '0');

export function formatMoment(moment: Moment): string {
  const { year, month, day, time, zone } = moment;
  const size = String(Math.abs(year)).padStart(4, '0');
  const date = `${year < 0 ? '-' : ''}${size}-${two(month)}-${two(day)}`;
  const [minutes, milliseconds] = [Math.floor(time / 60_000), time % 60_000];
  const fraction = milliseconds % 1000 === 0 ? '' : String((milliseconds % 1000) / 1000).slice(1);
  const clock = `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(Math.floor(milliseconds / 1000))}${fraction}`;
  const text = moment.type === 'date' ? date : moment.type === 'time' ? clock : `${date}T${clock}`;
  return text + formatZone(zone);
}

function formatZone(zone: number | undefined): string {
  if (zone === undefined) return '';
  if (zone === 0) return 'Z';
  const size = Math.abs(zone);
  return `${zone < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
