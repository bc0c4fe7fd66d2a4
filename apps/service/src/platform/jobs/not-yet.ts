/** Thrown by a job whose subject is not ready: it is done again, and nobody is alarmed. */
export class NotYet extends Error {
  override readonly name = 'NotYet';
  /** Without it the job waits longer each time, by the schedule of what fails. */
  readonly afterSeconds: number | undefined;

  constructor(reason: string, afterSeconds?: number) {
    super(reason);
    this.afterSeconds = afterSeconds;
  }
}
