import type { Db } from '../platform/db/database.ts';
import type { PasskeyFace } from '../platform/webauthn/relying-party.ts';
import type { Config } from '../settings/config.ts';
import { passkeyRoutes } from './routes.ts';
import { passkeyLoginRoutes } from './sign-in-routes.ts';

type Settings = Pick<Config, 'relyingParty' | 'environment' | 'erasureEnabled'>;

export function openPasskeys({ db }: { db: Db }, { relyingParty, environment, erasureEnabled }: Settings) {
  const face: PasskeyFace = {
    db,
    relyingParty,
    challenge: { purpose: 'passkey-challenge', prefix: 'pct_' },
    remedy: 'Ask the operator to set PUBLIC_URL.',
  };
  return {
    routes: passkeyRoutes(face),
    signIn: passkeyLoginRoutes({ ...face, environment, erasureEnabled }),
  };
}
