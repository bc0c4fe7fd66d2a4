/** How far the clocks of two parties may lie apart. */
export const CLOCK_SKEW_MS = 5 * 60_000;
