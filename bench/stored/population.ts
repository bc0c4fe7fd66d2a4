import { randomFrom } from '../../scripts/seeded-random.ts';

/** Whose documents these are: 40 % of one account, 40 % of 20 in the middle, 20 % of 5,000 small ones. */
const SHARES = { huge: 0.4, middle: 0.4 } as const;
export const HUGE_COMPANIES = 2_000;
export const MIDDLE_ACCOUNTS = 20;
export const MIDDLE_COMPANIES = 20;
export const SMALL_ACCOUNTS = 5_000;
export const DAY_MS = 86_400_000;
/** The documents came evenly over two years, however many they are: more documents are more a day. */
export const SPAN_DAYS = 730;
/** With whom all of them exchange documents. */
const PARTNERS = 200_000;

/** A company with one address. */
export interface House {
  accountId: string;
  companyId: string;
  participantId: string;
  address: string;
  /** It only sends. */
  isSilent?: boolean;
}

/** All companies, by the size of their accounts. */
export interface Population {
  huge: readonly House[];
  middle: readonly (readonly House[])[];
  small: readonly House[];
}

/** A document as the tables tell of it. */
export interface Stored {
  n: number;
  id: string;
  at: string;
  house: House;
  partner: string;
  isInbound: boolean;
  status: string;
  errorCode: string | undefined;
  /** Of its invoice. */
  number: string;
  as4Id: string;
  envelopeId: string;
}

/** So many documents, the oldest first; the same again each time. */
export function* documents(
  count: number,
  { huge, middle, small }: Population,
  end: number,
): Generator<Stored> {
  const random = randomFrom(count);
  const among = (many: number): number => Math.floor(random() * many);
  const hex = (): string =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  const pick = (): House | undefined => {
    const whose = random();
    // Of the huge account's documents half are of one company, and most of the others of few.
    if (whose < SHARES.huge) return huge[random() < 0.5 ? 0 : Math.floor(huge.length * random() ** 2)];
    if (whose < SHARES.huge + SHARES.middle) return middle[among(middle.length)]?.[among(MIDDLE_COMPANIES)];
    return small[among(small.length)];
  };
  const step = (SPAN_DAYS * DAY_MS) / count;
  for (let n = 0; n < count; n++) {
    const time = Math.floor(end - (count - n) * step);
    const house = pick();
    if (!house) throw new Error('nobody to have a document');
    const isInbound = !house.isSilent && random() < 0.5;
    const { status, errorCode } = fateOf(random(), isInbound, count - n);
    yield {
      n,
      id: idAt(time, n, hex()),
      at: new Date(time).toISOString(),
      house,
      partner: `0192:${900_000_000 + among(PARTNERS)}`,
      isInbound,
      status,
      errorCode,
      number: `B${10_000_000 + n}`,
      as4Id: `${hex()}-${hex()}-${hex()}@POP000001`,
      envelopeId: `${hex()}-${hex()}-${hex()}`,
    };
  }
}

/** What became of it. What nobody collected are some of the last 20,000, wherever. */
function fateOf(chance: number, isInbound: boolean, age: number): { status: string; errorCode?: string } {
  if (isInbound)
    return { status: age < 20_000 && chance < 0.2 ? 'CUSTOMER_DELIVERY_QUEUED' : 'ACKNOWLEDGED' };
  if (chance < 0.02) return { status: 'VALIDATION_FAILED' };
  if (chance < 0.022) return { status: 'DISCOVERY_FAILED', errorCode: 'PARTICIPANT_NOT_FOUND' };
  if (chance < 0.0221) return { status: 'SEND_FAILED', errorCode: 'CONNECTION_FAILED' };
  return { status: 'AS4_ACCEPTED' };
}

/** A version 7 id of that moment, in the order of the documents. */
function idAt(time: number, n: number, random: string): string {
  const moment = time.toString(16).padStart(12, '0');
  const order = n.toString(16).padStart(8, '0');
  return `${moment.slice(0, 8)}-${moment.slice(8)}-7000-8000-${order}${random.slice(0, 4)}`;
}
