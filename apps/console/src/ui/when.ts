/** Moments as people say them, beside the exact time that hovering shows. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const CLOCK = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hour12: false });
const WEEKDAY = new Intl.DateTimeFormat(undefined, { weekday: 'short' });
const DATE = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const DATE_OF_YEAR = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });

export const hourOf = (time: string): string => CLOCK.format(new Date(time));

const isSameDay = (a: Date, b: Date): boolean => a.toDateString() === b.toDateString();

export function dateOf(time: string, now: Date = new Date()): string {
  const then = new Date(time);
  return (then.getFullYear() === now.getFullYear() ? DATE : DATE_OF_YEAR).format(then);
}

/** `4 s ago`, `12 min ago`, `today 09:12`, `yesterday 16:40`, `Mon 17:58`, `1 Nov`. */
export function ago(time: string, now: Date = new Date()): string {
  const then = new Date(time);
  const past = now.getTime() - then.getTime();
  if (past < 5_000) return 'now';
  if (past < MINUTE) return `${Math.floor(past / 1000)} s ago`;
  if (past < HOUR) return `${Math.floor(past / MINUTE)} min ago`;
  if (isSameDay(then, now)) return `today ${CLOCK.format(then)}`;
  if (isSameDay(then, new Date(now.getTime() - DAY))) return `yesterday ${CLOCK.format(then)}`;
  if (past < 6 * DAY) return `${WEEKDAY.format(then)} ${CLOCK.format(then)}`;
  return dateOf(time, now);
}

/** `16:14`, `tomorrow 09:12`, `Wed 25 Nov, 09:12`. */
export function at(time: string, now: Date = new Date()): string {
  const then = new Date(time);
  if (isSameDay(then, now)) return CLOCK.format(then);
  if (isSameDay(then, new Date(now.getTime() + DAY))) return `tomorrow ${CLOCK.format(then)}`;
  if (isSameDay(then, new Date(now.getTime() - DAY))) return `yesterday ${CLOCK.format(then)}`;
  return `${WEEKDAY.format(then)} ${dateOf(time, now)}, ${CLOCK.format(then)}`;
}

/** `40 s`, `12 min`, `1 h 42 min`, `10 days`. */
export function span(ms: number): string {
  if (ms < MINUTE) return `${Math.max(0, Math.round(ms / 1000))} s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`;
  const hours = Math.floor(ms / HOUR);
  const minutes = Math.floor((ms % HOUR) / MINUTE);
  if (ms < DAY) return `${hours} h${minutes > 0 ? ` ${minutes} min` : ''}`;
  const days = Math.floor(ms / DAY);
  return days === 1 ? '1 day' : `${days} days`;
}

/** How long it is until a moment; nothing left is 0 s. */
export const until = (time: string, now: number = Date.now()): string =>
  span(Math.max(0, Date.parse(time) - now));
export const since = (time: string, now: number = Date.now()): string =>
  span(Math.max(0, now - Date.parse(time)));
