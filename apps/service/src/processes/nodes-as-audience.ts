import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { NodeLine } from '../platform/db/node-line.ts';
import type { Taken } from '../platform/siblings.ts';
import type { Audience } from './tell-taken.ts';

/** What PostgreSQL takes as one piece of news is less than 8,000 bytes. */
const LONGEST_NEWS = 7_500;
/** Of what is told at once. Callers beyond it are those with the fewest calls: they have taken little. */
const MOST_NEWS = 8;

export interface Place {
  /** Of all processes of this node, which tell each other by themselves. */
  machineId: string;
  hasOthers(): boolean;
}

/** The other nodes of the database: hears what they let through, and tells them. */
export function nodesAsAudience(
  line: NodeLine,
  { machineId, hasOthers }: Place,
  onTaken: (taken: readonly Taken[]) => void,
): Audience {
  line.hear('pappel_limits', (text) => {
    const news = readNews(text);
    if (news && news.from !== machineId) onTaken(news.taken);
  });
  return {
    isThere: hasOthers,
    tell: (taken) => void line.tell('pappel_limits', inPieces(machineId, taken)),
  };
}

/** News of the callers with the most calls first, each piece as long as it may be. */
export function inPieces(from: string, taken: readonly Taken[]): string[] {
  const pieces: string[] = [];
  let piece: string[] = [];
  let length = 0;
  const head = JSON.stringify({ from, taken: [] }).length;
  for (const one of [...taken].sort(([, some], [, others]) => others - some)) {
    const text = JSON.stringify(one);
    const bytes = Buffer.byteLength(text) + 1;
    if (head + bytes > LONGEST_NEWS) continue;
    if (head + length + bytes > LONGEST_NEWS) {
      pieces.push(print(from, piece));
      if (pieces.length === MOST_NEWS) return pieces;
      [piece, length] = [[], 0];
    }
    piece.push(text);
    length += bytes;
  }
  return piece.length > 0 ? [...pieces, print(from, piece)] : pieces;
}

const print = (from: string, taken: readonly string[]): string =>
  `{"from":${JSON.stringify(from)},"taken":[${taken.join()}]}`;

const positive = Type.Number({ exclusiveMinimum: 0 });
const NEWS = Type.Object({
  from: Type.String(),
  taken: Type.Array(Type.Tuple([Type.String(), positive, positive, positive])),
});

/** Undefined for what no node says. */
function readNews(text: string): Static<typeof NEWS> | undefined {
  try {
    const news: unknown = JSON.parse(text);
    return Value.Check(NEWS, news) ? news : undefined;
  } catch {
    return undefined;
  }
}
