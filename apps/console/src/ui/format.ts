/** Times, durations and sizes as people read them; the locale and zone are the browser's. */

const CLOCK = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
});
const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const LONG_DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long', year: 'numeric' });
const NUMBER = new Intl.NumberFormat();

export const number = (value: number): string => NUMBER.format(value);
export const clock = (time: string): string => CLOCK.format(new Date(time));
export const millis = (time: string): string =>
  `.${String(new Date(time).getMilliseconds()).padStart(3, '0')}`;
export const day = (time: string): string => LONG_DAY.format(new Date(time));

/** The hour of what happened today, the day of what happened before. */
export function shortTime(time: string, now: Date = new Date()): string {
  const then = new Date(time);
  return then.toDateString() === now.toDateString() ? clock(time) : DAY.format(then);
}

/** `187 ms`, `15.2 s`, `1 min 3 s`, `2 h 5 min`, `3 days`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < 3_600_000) return pair(ms, 60_000, 'min', 1000, 's');
  if (ms < 86_400_000) return pair(ms, 3_600_000, 'h', 60_000, 'min');
  const days = Math.floor(ms / 86_400_000);
  return days === 1 ? '1 day' : `${days} days`;
}

function pair(ms: number, large: number, name: string, small: number, smallName: string): string {
  const rest = Math.floor((ms % large) / small);
  return `${Math.floor(ms / large)} ${name}${rest > 0 ? ` ${rest} ${smallName}` : ''}`;
}

export const between = (from: string, to: string): number => Date.parse(to) - Date.parse(from);

const MIB = 1_048_576;

export function bytes(count: number): string {
  if (count < 10_000) return `${number(count)} bytes`;
  if (count < MIB) return `${number(Math.round(count / 1024))} KiB`;
  return count < 1024 * MIB
    ? `${(count / MIB).toFixed(1)} MiB`
    : `${number(Math.round(count / 1024 / MIB))} GiB`;
}

/** The middle of a long id is left out; it copies whole. */
export const shortId = (id: string): string => (id.length > 22 ? `${id.slice(0, 13)}…${id.slice(-4)}` : id);

/** `self-billing-invoice` as `Self-billing invoice`. */
export function typeName(type: string | undefined): string {
  if (!type) return 'Document';
  const words = type.replace(/^self-billing-/, 'self-billing ').replaceAll('-', ' ');
  const named = type.startsWith('self-billing') ? words.replace('self billing', 'self-billing') : words;
  return named.charAt(0).toUpperCase() + named.slice(1);
}

/** `62 k` for what stands beside a word and need not be exact. */
export const short = (value: number): string =>
  value < 10_000 ? number(value) : `${number(Math.round(value / 1000))} k`;

/** `3 documents`, `1 document`. */
export const count = (value: number, one: string, many = `${one}s`): string =>
  `${number(value)} ${value === 1 ? one : many}`;

const MINUTES = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hour12: false });
const DAY_AND_HOUR = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
});

export const hour = (time: string): string => MINUTES.format(new Date(time));
/** `3 Nov, 11:20`. */
export const dayAndHour = (time: string): string => DAY_AND_HOUR.format(new Date(time));
/** `Friday 20 November`. */
export const weekday = (time: Date): string =>
  new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' }).format(time);
/** How long ago, in the coarsest unit that says it. */
export function ago(time: string, now: number = Date.now()): string {
  const ms = now - Date.parse(time);
  return ms < 60_000 ? 'just now' : `${duration(ms)} ago`;
}

/** `MS` for Maja Sandberg. */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => word.charAt(0).toUpperCase())
    .slice(0, 2)
    .join('');
