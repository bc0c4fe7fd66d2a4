import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/answer.ts';
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
  /** Whose session ended: nobody else can go on with what is on the page. */
  email?: string;
}) {
  const { data: setup } = useQuery(setupQuery);
  return (
    <WaysIn
      byPassword={async (body) => keep(await call(api.POST('/operator/v1/auth/login', { body })))}
      byPasskey={setup?.passkeysEnabled ? async (waiting) => keep(await signInByPasskey(waiting)) : undefined}
      done={props.done}
      email={props.email}
    />
  );
}
