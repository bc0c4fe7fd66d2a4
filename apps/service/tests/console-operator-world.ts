import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { type Look, openSeat, type Seat, skip as skipConsole } from './console-world.ts';
import type { Pappel } from './harness.ts';
import type { Operator } from './operator-world.ts';

const BUILT = new URL('../../console/dist-operator/operator.html', import.meta.url);

/** Why tests of the operator's face cannot run here; false where they can. */
export const skip = skipConsole || (existsSync(BUILT) ? false : 'needs the built console: npm run build');

/** Where the operator's face is. */
export const operatorHome = ({ operator }: Pick<Pappel, 'operator'>): string =>
  operator.replace('127.0.0.1', 'localhost');

export const outsideOperator = (
  browser: Browser,
  pappel: Pick<Pappel, 'operator'>,
  look?: Look,
): Promise<Seat> => openSeat(browser, operatorHome(pappel), look);

/** A window of an operator who is signed in: the session lies in its cookie, as the console keeps it. */
export async function sitDownAsOperator(
  browser: Browser,
  pappel: Pick<Pappel, 'operator'>,
  { token }: Pick<Operator, 'token'>,
  look: Look = {},
): Promise<Seat> {
  const seat = await outsideOperator(browser, pappel, look);
  const kept = await seat.context.request.post(`${operatorHome(pappel)}/session`, {
    headers: { 'x-pappel-console': '1' },
    data: { token },
  });
  assert.equal(kept.status(), 204);
  return seat;
}
