import type { XmlDeclaration, XmlElement } from '@pappel/xml/tree';
import { escapeAttribute } from '@pappel/xml/write';

/**
 * The bytes of the business document inside its envelope. It must stand on its own outside: declarations of the
 * envelope that it may rely on are added to its start tag, which is the one case in which bytes are copied.
 */
export function payloadBytes(payload: XmlElement): Uint8Array {
  const slice = payload.source.subarray(payload.start, payload.end);
  const inherited = (payload.parent?.declarations ?? []).filter((outer) => isUsed(payload, slice, outer));
  if (inherited.length === 0) return slice;
  const nameEnd =
    1 + (payload.prefix === '' ? 0 : payload.prefix.length + 1) + Buffer.byteLength(payload.localName);
  const added = inherited
    .map(({ prefix, uri }) => ` xmlns${prefix && `:${prefix}`}="${escapeAttribute(uri)}"`)
    .join('');
  return Buffer.concat([slice.subarray(0, nameEnd), Buffer.from(added), slice.subarray(nameEnd)]);
}

/** Text that merely looks like the prefix makes a superfluous declaration, which harms nobody. */
function isUsed(payload: XmlElement, slice: Uint8Array, { prefix, uri }: XmlDeclaration): boolean {
  if (payload.declarations.some((own) => own.prefix === prefix)) return false;
  if (prefix === '') return uri !== '';
  return Buffer.from(slice.buffer, slice.byteOffset, slice.length).includes(`${prefix}:`);
}
