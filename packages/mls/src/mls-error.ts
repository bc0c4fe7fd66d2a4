/** A status that may not be sent. */
export class MlsError extends Error {
  readonly code = 'INVALID_STATUS';

  constructor(problems: readonly string[]) {
    super(`${problems.join('; ')}.`);
    this.name = 'MlsError';
  }
}
