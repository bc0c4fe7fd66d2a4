/** Of an endpoint that is deleted. */
export const ended = () =>
  ({ deleted_at: new Date(), status: 'DISABLED', secret: Buffer.alloc(0), leased_by: null }) as const;

/** Of what still waits for it. [WHK-16] */
export const CANCELLED = { status: 'CANCELLED', next_attempt_at: null } as const;
