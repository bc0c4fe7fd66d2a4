/** `bad` must be mended before documents can be relied on; `warning` will have to be; `skipped` could not be looked at. */
export type Outcome = 'good' | 'warning' | 'bad' | 'skipped';

export interface Finding {
  /** What was looked at, such as `certificate of the AP`. */
  check: string;
  outcome: Outcome;
  /** What was found. */
  found: string;
  /** What to do about it. */
  remedy?: string;
}

/** What one look finds, without its name. */
export type Found = Omit<Finding, 'check'>;

export const good = (found: string): Found => ({ outcome: 'good', found });
export const warning = (found: string, remedy: string): Found => ({ outcome: 'warning', found, remedy });
export const bad = (found: string, remedy: string): Found => ({ outcome: 'bad', found, remedy });
export const skipped = (found: string): Found => ({ outcome: 'skipped', found });

/** A look at one thing. */
export interface Check {
  name: string;
  look(): Promise<Found>;
}
