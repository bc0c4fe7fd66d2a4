/** Days as people write them where the browser is; in addresses and in the API they stand as 2026-11-20. */

const WRITTEN = new Intl.DateTimeFormat(undefined, {
  calendar: 'gregory',
  numberingSystem: 'latn',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  timeZone: 'UTC',
});

type Part = 'day' | 'month' | 'year';
const LETTERS: Readonly<Record<Part, string>> = { day: 'dd', month: 'mm', year: 'yyyy' };
const isPart = (type: string): type is Part => Object.hasOwn(LETTERS, type);

const PARTS = WRITTEN.formatToParts(0);
const ORDER: readonly Part[] = PARTS.map(({ type }) => type).filter(isPart);
const OF_ISO: readonly Part[] = ['year', 'month', 'day'];

/** `dd/mm/yyyy`, or as it is written there. */
export const DAY_SHAPE = PARTS.map(({ type, value }) => (isPart(type) ? LETTERS[type] : value)).join('');

export const writtenDay = (day: string): string => WRITTEN.format(new Date(day));

/** The day that somebody wrote, in the order of the place or as 2026-11-20; undefined while it is none. */
export function readDay(text: string): string | undefined {
  const numbers = text.match(/\d+/g);
  if (numbers?.length !== 3) return undefined;
  const order = numbers[0]?.length === 4 ? OF_ISO : ORDER;
  const [year = '', month = '', day = ''] = OF_ISO.map((part) => numbers[order.indexOf(part)]);
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(iso);
  return year.length === 4 && !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso)
    ? iso
    : undefined;
}
