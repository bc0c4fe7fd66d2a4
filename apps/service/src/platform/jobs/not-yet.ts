/** Thrown by a job whose subject is not ready: it is done again by the schedule, and nobody is alarmed. */
export class NotYet extends Error {
  override readonly name = 'NotYet';
}
