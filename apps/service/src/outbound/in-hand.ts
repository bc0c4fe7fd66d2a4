import type { MessageRow } from '../messages/transition.ts';

/** What was just submitted, for the job that goes on with it at once. */
export class InHand {
  readonly message: MessageRow;
  /** Read back where it is not given. */
  readonly payload: Uint8Array | undefined;

  constructor(message: MessageRow, payload: Uint8Array | undefined) {
    this.message = message;
    this.payload = payload;
  }
}
