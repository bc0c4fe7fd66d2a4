import { combinationOf, countryKey, documentTypeKey, processKey } from './keys.ts';
import type { Month, ReportKey } from './report.ts';
import { writeReport } from './write-report.ts';

/** That an end user of ours sent or received documents of one kind. */
export interface EndUserActivity {
  /** Whatever tells one legal entity from another, however many addresses it has; it stays out of the report. */
  endUser: string;
  documentTypeId: string;
  processId: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  sends: boolean;
  receives: boolean;
}

const TYPES = ['PerDT-PR', 'PerDT-PR-EUC', 'PerDT-EUC', 'PerEUC'];

/**
 * The End User Statistics Report of a month [EUSR 1.1]: how many end users sent, received, or did either; all of them,
 * and by kind of document and country. A user is counted once in each part, so parts do not add up.
 *
 * @param activities of all exchanges with a Receipt in that month but the reports themselves, repeated or not
 * @returns XML, UTF-8
 */
export function writeEndUserStatistics(
  month: Month,
  seat: string,
  activities: Iterable<EndUserActivity>,
): Uint8Array {
  const all = new Users();
  const parts = new Map<string, { type: string; keys: ReportKey[]; users: Users }>();
  const note = (type: string, keys: ReportKey[], activity: EndUserActivity): void => {
    const name = `${TYPES.indexOf(type)}\n${combinationOf(keys)}`;
    const part = parts.get(name) ?? { type, keys, users: new Users() };
    parts.set(name, part);
    part.users.note(activity);
  };
  for (const activity of activities) {
    const [type, way, where] = [
      documentTypeKey(activity.documentTypeId),
      processKey(activity.processId),
      countryKey('EndUserCountry', activity.country),
    ];
    all.note(activity);
    note('PerDT-PR', [type, way], activity);
    note('PerDT-PR-EUC', [type, way, where], activity);
    note('PerDT-EUC', [type, where], activity);
    note('PerEUC', [where], activity);
  }
  const sorted = [...parts].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, part]) => part);
  return writeReport('EUSR', {
    month,
    seat,
    total: all.counts(),
    parts: sorted.map(({ type, keys, users }) => ({ type, keys, counts: users.counts() })),
  });
}

class Users {
  readonly #sending = new Set<string>();
  readonly #receiving = new Set<string>();

  note({ endUser, sends, receives }: EndUserActivity): void {
    if (sends) this.#sending.add(endUser);
    if (receives) this.#receiving.add(endUser);
  }

  counts(): number[] {
    const [sending, receiving] = [this.#sending, this.#receiving];
    return [sending.size, receiving.size, sending.union(receiving).size];
  }
}
