import type { FastifyRequest } from 'fastify';
import {
  OPERATOR_ACCESS,
  type OperatorAccess,
  type OperatorPrincipal,
  type OperatorRouteName,
  requireOperator,
} from '../access/operator-access.ts';
import { AppError } from '../errors.ts';
import type { Admit } from './add-routes.ts';
import { credentialOf } from './authenticate.ts';
import type { Endpoint } from './endpoint.ts';
import { takeAny, takeOpen } from './open-limits.ts';
import { addressKey, perMinute, type RateLimiter } from './rate-limit.ts';

const WRONG_CREDENTIALS = perMinute(20);

export interface OperatorDoor {
  /** Whose credential it is, or undefined. */
  findOperator(credential: string): Promise<OperatorPrincipal | undefined>;
  rateLimiter: RateLimiter;
}

/** Who may call what of the operator's side, as its table of access says. */
export const admitOperators =
  (door: OperatorDoor) =>
  (name: OperatorRouteName, endpoint: Endpoint<OperatorPrincipal>): Admit<OperatorPrincipal> => {
    const access: OperatorAccess = OPERATOR_ACCESS[name];
    if ((access.kind === 'open') !== endpoint.open) throw new Error(`${name}: access and endpoint disagree`);
    return async (request) => {
      if (access.kind === 'open') {
        takeAny(door.rateLimiter, request.ip);
        if (access.limit) takeOpen(door.rateLimiter, access.limit, request.ip);
        return undefined;
      }
      const operator = await whoCalls(door, request);
      requireOperator(operator, access);
      return operator;
    };
  };

/** Guesses are few, and while there were too many the right credential has to wait too. [LIM-15] */
export async function whoCalls(
  { findOperator, rateLimiter }: OperatorDoor,
  request: FastifyRequest,
): Promise<OperatorPrincipal> {
  const address = addressKey(request.ip);
  rateLimiter.check('operator', address, WRONG_CREDENTIALS);
  const credential = credentialOf(request.headers);
  const found = credential === undefined ? undefined : await findOperator(credential);
  if (found) return { ...found, address: request.ip };
  rateLimiter.take('operator', address, WRONG_CREDENTIALS);
  throw new AppError('UNAUTHORIZED', {
    message:
      'The credential is missing, wrong, revoked or expired. Sign in, or use a token that an operator made; the first operator is made with the token in DATA_DIR/operator-token.',
  });
}
