import type { Db } from '../db/database.ts';
import { AppError } from '../errors.ts';
import type { TokenKind } from '../one-time-token.ts';

/** For whom authenticators make passkeys, and on which pages they may be used [WebAuthn 5.1.2]. */
export interface RelyingParty {
  id: string;
  name: string;
  origins: string[];
}

/** One side of the service whose people have passkeys: customers', or the operator's. */
export interface PasskeyFace {
  db: Db;
  /** Undefined where no passkey could work. */
  relyingParty: RelyingParty | undefined;
  /** What its challenges are called: one of another face is worth nothing here. */
  challenge: Pick<TokenKind, 'purpose' | 'prefix'>;
  /** What would make passkeys work. */
  remedy: string;
}

export function requireRelyingParty({ relyingParty, remedy }: PasskeyFace): RelyingParty {
  if (relyingParty) return relyingParty;
  throw new AppError('INVALID_STATE', {
    message: `Passkeys need this service under a host name, by https. ${remedy}`,
  });
}
