/** An error that XPath raises while an expression is evaluated, by its code in the W3C's list, such as FORG0001. */
export class DynamicError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'DynamicError';
    this.code = code;
  }
}

export function raise(code: string, message: string): never {
  throw new DynamicError(code, message);
}

/** Several items where at most one is allowed [XPath 2.0, XPTY0004]. */
export function tooMany(): never {
  throw new DynamicError('XPTY0004', 'There are several items where one is expected');
}

/** What a message may quote of a document. */
export const quoted = (text: string): string => `"${text.length > 60 ? `${text.slice(0, 60)}…` : text}"`;
