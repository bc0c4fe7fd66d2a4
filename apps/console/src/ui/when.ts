/** Moments and how long things take, as people say them; the locale and zone are the browser's. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const formatOf = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(undefined, { ...options, hour12: false });
const HOURS = { hour: '2-digit', minute: '2-digit' } as const;
const DATES = { day: 'numeric', month: 'short' } as const;

const CLOCK = formatOf({ ...HOURS, second: '2-digit' });
const HOUR_OF_DAY = formatOf(HOURS);
const DATE = formatOf(DATES);
const DATE_OF_YEAR = formatOf({ ...DATES, year: 'numeric' });
const DATE_AND_HOUR = formatOf({ ...DATES, ...HOURS });
const LONG_DATE = formatOf({ day: 'numeric', month: 'long', year: 'numeric' });
const WEEKDAY = formatOf({ weekday: 'short' });
const LONG_WEEKDAY = formatOf({ weekday: 'long', day: 'numeric', month: 'long' });

/** `14:33:10`. */
export const clock = (time: string): string => CLOCK.format(new Date(time));
/** `.042`, behind the clock. */
export const millis = (time: string): string =>
  `.${String(new Date(time).getMilliseconds()).padStart(3, '0')}`;
/** `14:33`. */
export const hourOf = (time: string): string => HOUR_OF_DAY.format(new Date(time));
/** `20 November 2026`. */
export const day = (time: string): string => LONG_DATE.format(new Date(time));
/** `3 Nov, 11:20`. */
export const dayAndHour = (time: string): string => DATE_AND_HOUR.format(new Date(time));
/** `Friday 20 November`. */
export const weekday = (time: Date): string => LONG_WEEKDAY.format(time);

/** `3 Nov`; with the year where that is another one. */
export function dateOf(time: string, now: Date = new Date()): string {
  const then = new Date(time);
  return (then.getFullYear() === now.getFullYear() ? DATE : DATE_OF_YEAR).format(then);
}

const isSameDay = (a: Date, b: Date): boolean => a.toDateString() === b.toDateString();

/** The clock of what happened today, the date of what happened before. */
export function shortTime(time: string, now: Date = new Date()): string {
  const then = new Date(time);
  return isSameDay(then, now) ? clock(time) : DATE.format(then);
}

/** `4 s ago`, `12 min ago`, `today 09:12`, `yesterday 16:40`, `Mon 17:58`, `1 Nov`. */
export function ago(time: string, now: Date = new Date()): string {
  const then = new Date(time);
  const past = now.getTime() - then.getTime();
  if (past < 5 * SECOND) return 'now';
  if (past < HOUR) return `${span(past)} ago`;
  if (isSameDay(then, now)) return `today ${hourOf(time)}`;
  if (isSameDay(then, new Date(now.getTime() - DAY))) return `yesterday ${hourOf(time)}`;
  if (past < 6 * DAY) return `${WEEKDAY.format(then)} ${hourOf(time)}`;
  return dateOf(time, now);
}

/** `16:14`, `tomorrow 09:12`, `Wed 25 Nov, 09:12`. */
export function at(time: string, now: Date = new Date()): string {
  const then = new Date(time);
  if (isSameDay(then, now)) return hourOf(time);
  if (isSameDay(then, new Date(now.getTime() + DAY))) return `tomorrow ${hourOf(time)}`;
  if (isSameDay(then, new Date(now.getTime() - DAY))) return `yesterday ${hourOf(time)}`;
  return `${WEEKDAY.format(then)} ${dateOf(time, now)}, ${hourOf(time)}`;
}

export const between = (from: string, to: string): number => Date.parse(to) - Date.parse(from);

/** How long something took, exactly: `187 ms`, `15.2 s`, `1 min 3 s`, `2 h 5 min`, `3 days`. */
export function duration(ms: number): string {
  if (ms < SECOND) return `${Math.round(ms)} ms`;
  if (ms < MINUTE) return `${(ms / SECOND).toFixed(1)} s`;
  return ms < HOUR ? pair(ms, MINUTE, 'min', SECOND, 's') : span(ms);
}

/** How long one waits, in what one counts it: `40 s`, `12 min`, `1 h 42 min`, `10 days`. */
export function span(ms: number): string {
  if (ms < MINUTE) return `${Math.max(0, Math.floor(ms / SECOND))} s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`;
  if (ms < DAY) return pair(ms, HOUR, 'h', MINUTE, 'min');
  const days = Math.floor(ms / DAY);
  return days === 1 ? '1 day' : `${days} days`;
}

function pair(ms: number, large: number, name: string, small: number, smallName: string): string {
  const rest = Math.floor((ms % large) / small);
  return `${Math.floor(ms / large)} ${name}${rest > 0 ? ` ${rest} ${smallName}` : ''}`;
}

/** How long it is until a moment; nothing left is 0 s. */
export const until = (time: string, now: number = Date.now()): string =>
  span(Math.max(0, Date.parse(time) - now));
export const since = (time: string, now: number = Date.now()): string =>
  span(Math.max(0, now - Date.parse(time)));
