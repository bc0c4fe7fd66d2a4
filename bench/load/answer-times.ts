/** How many submissions the service has answered within so many seconds, as its own histogram counts them. */
export type AnswerTimes = ReadonlyMap<number, number>;

const BUCKET = /^pappel_http_request_duration_seconds_bucket\{(.*)\}$/;

/** From its metrics, by name with labels. */
export function answerTimesIn(metrics: ReadonlyMap<string, number>): AnswerTimes {
  const times = new Map<number, number>();
  for (const [name, count] of metrics) {
    const labels = BUCKET.exec(name)?.[1] ?? '';
    const bound = /\ble="([^"]+)"/.exec(labels)?.[1];
    if (bound === undefined || !/method="POST".*route="\/v1\/messages"/.test(labels)) continue;
    const seconds = Number(bound.replace('+Inf', 'Infinity'));
    times.set(seconds, (times.get(seconds) ?? 0) + count);
  }
  return times;
}

/** The milliseconds within which this part of what came between two looks was answered: a bound of the histogram. */
export function answeredWithinMs(before: AnswerTimes, after: AnswerTimes, part: number): number {
  const came = (bound: number): number => (after.get(bound) ?? 0) - (before.get(bound) ?? 0);
  const bounds = [...after.keys()].sort((one, other) => one - other);
  const enough = part * came(Number.POSITIVE_INFINITY);
  return (bounds.find((bound) => came(bound) >= enough) ?? Number.NaN) * 1_000;
}
