/** What a caller did wrong; whatever peers do wrong is an outcome, never this. */
export class As4Error extends Error {
  readonly code: 'SEAT_ID_MISSING';

  constructor(code: As4Error['code'], message: string) {
    super(message);
    this.name = 'As4Error';
    this.code = code;
  }
}
