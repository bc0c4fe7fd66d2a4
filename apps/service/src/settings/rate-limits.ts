import type { Limit } from '../platform/http/rate-limit.ts';
import type { Settings } from './settings.ts';

/** RATE_LIMITS: off, or limits as `name=calls/seconds`, e.g. `submissions=1000/10,sign-in/minute=10/60`. */
export function readLimits(settings: Settings): Record<string, Limit> {
  const text = settings.text('RATE_LIMITS');
  if (text === undefined || text === 'off') return {};
  return Object.fromEntries(
    text.split(',').map((part): [string, Limit] => {
      const [, name, calls, seconds] = /^\s*([a-z/-]+)=([1-9]\d*)\/([1-9]\d*)\s*$/.exec(part) ?? [];
      if (!name)
        settings.problem(
          `RATE_LIMITS=${text} is neither off nor limits such as submissions=1000/10. Correct "${part}".`,
        );
      return [name ?? '', { burst: Number(calls), perSecond: Number(calls) / Number(seconds) }];
    }),
  );
}
