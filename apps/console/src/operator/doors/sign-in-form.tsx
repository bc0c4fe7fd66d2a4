import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/answer.ts';
import { leaveFor } from '../../ui/journey.ts';
import { WaysIn } from '../../ui/ways-in.tsx';
import { api } from '../api/client.ts';
import { keepSession } from '../api/session.ts';
import type { SignedIn } from '../api/types.ts';
import { signInByPasskey } from './passkey.ts';
import { setupQuery } from './setup-query.ts';

async function keep({ token, operator }: SignedIn): Promise<SignedIn['operator']> {
  await keepSession(token);
  return operator;
}

/** Asks who it is that comes in. */
export function SignInForm(props: {
  done: (entered: SignedIn['operator']) => void;
  /** Where the identity provider leads back to. */
  next?: string | undefined;
  /** The page below must stay: what leaves it opens in another tab. */
  isOverPage?: boolean;
  /** Whose session ended: nobody else can go on with what is on the page. */
  email?: string;
}) {
  const { done, next, isOverPage, email } = props;
  const { data: setup } = useQuery(setupQuery);
  const leave = async () =>
    leaveFor(await call(api.POST('/operator/v1/auth/oidc/start')), { purpose: 'sign-in', next });
  return (
    <WaysIn
      byPassword={async (body) => keep(await call(api.POST('/operator/v1/auth/login', { body })))}
      byPasskey={setup?.passkeysEnabled ? async (waiting) => keep(await signInByPasskey(waiting)) : undefined}
      provider={setup?.provider ? { name: setup.provider, leave } : undefined}
      otherTab={isOverPage ? '/sign-in' : undefined}
      done={done}
      email={email}
    />
  );
}
