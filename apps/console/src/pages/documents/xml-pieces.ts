/** A line of XML in pieces to be coloured. Not a parser: what it takes for markup is only drawn another way. */
export interface Piece {
  kind: 'markup' | 'attribute' | 'text';
  text: string;
}

const TAG = /<[^>]*>?/g;
const ATTRIBUTE = /[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*')/g;
/** A longer line is drawn as plain text. */
const LONGEST = 5000;

export function piecesOf(line: string): Piece[] {
  if (line.length > LONGEST) return [{ kind: 'text', text: line }];
  return split(
    line,
    TAG,
    (tag) => split(tag, ATTRIBUTE, (text) => [{ kind: 'attribute', text }], 'markup'),
    'text',
  );
}

function split(
  text: string,
  pattern: RegExp,
  inside: (found: string) => Piece[],
  between: Piece['kind'],
): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const found of text.matchAll(pattern)) {
    if (found.index > from) pieces.push({ kind: between, text: text.slice(from, found.index) });
    pieces.push(...inside(found[0]));
    from = found.index + found[0].length;
  }
  if (from < text.length) pieces.push({ kind: between, text: text.slice(from) });
  return pieces;
}
