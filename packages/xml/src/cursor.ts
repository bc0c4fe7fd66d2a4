import type { XmlLimits } from './limits.ts';
import type { Name } from './names.ts';
import type { XmlDeclaration } from './tree.ts';
import type { XmlErrorCode } from './xml-error.ts';

/** What the parts of the parser share: the bytes, the present position, and how to fail there. */
export interface Cursor {
  readonly bytes: Uint8Array;
  readonly limits: XmlLimits;
  pos: number;
  /** Whether what is read now goes into the tree, or is only checked. */
  readonly keeping: boolean;
  name(): Name;
  skipSpace(): boolean;
  expect(byte: number, otherwise: string): void;
  slice(start: number, end: number): string;
  checkCharacter(at: number): void;
  /** Brings a declaration of the start tag being read into scope. */
  declare(declaration: XmlDeclaration): void;
  /** What a prefix stands for; fails when it is not declared. */
  namespaceOf(prefix: string): string;
  /** Notes that content which is only checked relies on a prefix, if that prefix is declared outside of it. */
  usePrefix(prefix: string): void;
  fail(message: string, code?: XmlErrorCode): never;
}
