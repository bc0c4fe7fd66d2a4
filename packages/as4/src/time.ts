/** Without zone it means UTC: peers' clocks are, and a local time of ours it is not. */
const DATE_TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{1,3})?\d*(Z|[+-]\d\d:\d\d)?$/;
/** Before there was Peppol, or any ebMS. */
const FIRST = Date.UTC(2000, 0, 1);
/** Far more than clocks differ. How old a message is says nothing: it is repeated for days, and looked at for years. */
const AHEAD_MS = 7 * 86_400_000;

/** The time that a peer wrote; undefined when it is none, or none that his clock can have shown. */
export function readTime(text: string, now: Date): Date | undefined {
  const written = DATE_TIME.exec(text);
  const time = Date.parse(written ? `${written[1]}${written[2] ?? ''}${written[3] ?? 'Z'}` : '');
  return time >= FIRST && time <= now.getTime() + AHEAD_MS ? new Date(time) : undefined;
}
