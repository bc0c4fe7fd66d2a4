import type { Manner } from './population.ts';

/** How the service answered a submission: its status, or that it gave no answer in time. */
export type Answer = number | 'no answer';

/** A document from a customer to somebody elsewhere, with what this process knows of it; times by the clock of the machine. */
export interface Outbound {
  number: string;
  account: number;
  manner: Manner;
  bytes: number;
  /** When it was to be sent, whether or not this process came to it in time. */
  due: number;
  answeredAt?: number;
  answer?: Answer;
  /** When a customer who reads events saw that its receiver has it. */
  toldAt?: number;
}

/** What happened to every document, as the customers saw it. */
export class Tally {
  readonly outbound = new Map<string, Outbound>();
  /** How often each inbound document was met in the list of events, by its number. */
  readonly collected = new Map<string, number>();
  /** Answers other than what was wanted to requests that were no submission. */
  readonly otherErrors = new Map<string, number>();
  readonly listMs: number[] = [];

  isAccepted = ({ answer }: Outbound): boolean => typeof answer === 'number' && answer < 300;

  tellAccepted(number: string, at: number): void {
    const found = this.outbound.get(number);
    if (found) found.toldAt ??= at;
  }

  collect(number: string): void {
    this.collected.set(number, (this.collected.get(number) ?? 0) + 1);
  }

  error(what: string): void {
    this.otherErrors.set(what, (this.otherErrors.get(what) ?? 0) + 1);
  }
}
