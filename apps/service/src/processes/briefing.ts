/** What a process is told by the one that started it. */
export interface Briefing {
  /** Which one it is, from 1. */
  number: number;
  count: number;
  /** With all its tables. `isOurs` where nobody but this node uses the server. */
  database: { url: string; isOurs: boolean };
  /** As an operator may have set it since the start. */
  logLevel: string;
}
