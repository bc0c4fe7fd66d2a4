declare const brand: unique symbol;

/** A service provider's seat, e.g. `POP000123`, upper case. Made only by {@link parseSeatId}. */
export type SeatId = string & { readonly [brand]: 'SeatId' };

const SEAT = /^P[A-Z]{2}[0-9]{6}$/;
const SPID = /^[0-9]{6}(-[0-9A-Z_]{3,12}(\.[0-9A-Z\-._~]{3,24})?)?$/i;

/** Reads a seat id in any case; undefined when it has another form. */
export function parseSeatId(text: string): SeatId | undefined {
  const upper = text.trim().toUpperCase();
  return SEAT.test(upper) ? (upper as SeatId) : undefined;
}

/** The six digits that stay when the authority changes; the provider's default SPID [SPIS]. */
export function mainIdOf(seat: SeatId): string {
  return seat.slice(3);
}

/** Whether this is a service provider identifier: main id, use case and suffix [SPIS]. */
export function isSpid(text: string): boolean {
  return SPID.test(text);
}
