import { combinationOf, countryKey, documentTypeKey, processKey, providerKey } from './keys.ts';
import type { Month, Report, ReportKey, ReportPart } from './report.ts';
import { writeReport } from './write-report.ts';

/** Exchanges that have all of this in common. */
export interface ExchangeCount {
  direction: 'incoming' | 'outgoing';
  /** Of the other provider: C2 of what came in, C3 of what went out. */
  otherSeat: string;
  /** With its scheme, `busdox-docid-qns::…`; likewise the process. */
  documentTypeId: string;
  processId: string;
  /** Of C1 and C4, ISO 3166-1 alpha-2; needed of what came in, where an unknown one is `ZZ`. */
  senderCountry?: string | undefined;
  receiverCountry?: string | undefined;
  count: number;
}

const TRANSPORT_PROFILE: ReportKey = {
  metaScheme: 'TP',
  scheme: 'Peppol',
  value: 'peppol-transport-as4-v2_0',
};
const UNKNOWN_COUNTRY = 'ZZ';

/**
 * The Transaction Statistics Report of a month [TSR 1.0]: how many messages went in and out, with whom, of which kind,
 * and, of those that came in, between which countries.
 *
 * @param exchanges all with a Receipt in that month but the reports themselves; rows with the same keys are added up
 * @returns XML, UTF-8
 */
export function writeTransactionStatistics(
  month: Month,
  seat: string,
  exchanges: Iterable<ExchangeCount>,
): Uint8Array {
  const sums = new Sums();
  for (const exchange of exchanges) {
    const { otherSeat, documentTypeId, processId, senderCountry, receiverCountry } = exchange;
    const dataset = [providerKey(otherSeat), documentTypeKey(documentTypeId), processKey(processId)];
    sums.add('', [], exchange);
    sums.add('PerTP', [TRANSPORT_PROFILE], exchange);
    sums.add('PerSP-DT-PR', dataset, exchange);
    if (exchange.direction === 'outgoing') continue;
    const countries = [
      countryKey('SenderCountry', senderCountry ?? UNKNOWN_COUNTRY),
      countryKey('ReceiverCountry', receiverCountry ?? UNKNOWN_COUNTRY),
    ];
    sums.add('PerSP-DT-PR-CC', [...dataset, ...countries], exchange);
  }
  return writeReport('TSR', sums.report(month, seat));
}

class Sums {
  readonly #parts = new Map<string, ReportPart>();

  add(type: string, keys: ReportKey[], { direction, count }: ExchangeCount): void {
    const name = `${type}\n${combinationOf(keys)}`;
    const part = this.#parts.get(name) ?? { type, keys, counts: [0, 0] };
    this.#parts.set(name, part);
    const at = direction === 'incoming' ? 0 : 1;
    part.counts[at] = (part.counts[at] ?? 0) + count;
  }

  report(month: Month, seat: string): Report {
    const sorted = [...this.#parts].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, part]) => part);
    const total = sorted.find((part) => part.type === '')?.counts ?? [0, 0];
    const order = ['PerTP', 'PerSP-DT-PR', 'PerSP-DT-PR-CC'];
    return {
      month,
      seat,
      total,
      parts: order.flatMap((type) => sorted.filter((part) => part.type === type)),
    };
  }
}
