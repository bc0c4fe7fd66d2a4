import type { XmlLimits } from './limits.ts';
import type { XmlErrorCode } from './xml-error.ts';

/** What the parts of the parser share: the bytes, the present position, and how to fail there. */
export interface Cursor {
  readonly bytes: Uint8Array;
  readonly limits: XmlLimits;
  pos: number;
  name(): string;
  skipSpace(): boolean;
  expect(byte: number, otherwise: string): void;
  slice(start: number, end: number): string;
  checkCharacter(at: number): void;
  fail(message: string, code?: XmlErrorCode): never;
}
