import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '../api/answer.ts';
import { api } from '../api/client.ts';
import { keepSession } from '../api/session.ts';
import { WaysIn } from '../ui/ways-in.tsx';
import { signInByPasskey } from './passkey.ts';
import { ssoQuery } from './queries.ts';
import { leaveForProvider } from './sso.ts';

interface Entered {
  mustChangePassword: boolean;
}

async function keep({ token, user }: { token: string; user?: Entered }): Promise<Entered> {
  await keepSession(token);
  return { mustChangePassword: user?.mustChangePassword ?? false };
}

/** Asks who it is that comes in. */
export function SignInForm(props: {
  done: (entered: Entered) => void;
  /** Where single sign-on leads back to. */
  next?: string | undefined;
  /** The page below must stay: what leaves it opens in another tab. */
  isOverPage?: boolean;
  /** Whose session ended: nobody else can go on with what is on the page. */
  email?: string;
}) {
  const { done, next, isOverPage, email } = props;
  const { data: sso } = useQuery(ssoQuery);
  const leave = () => leaveForProvider({ purpose: 'sign-in', next });
  return (
    <WaysIn
      byPassword={async (body) => keep(await call(api.POST('/v1/auth/login', { body })))}
      byPasskey={sso?.passkeysEnabled ? async (waiting) => keep(await signInByPasskey(waiting)) : undefined}
      provider={sso?.provider ? { name: sso.provider, leave } : undefined}
      otherTab={isOverPage ? '/console/sign-in' : undefined}
      done={done}
      email={email}
      aside={
        <Link className="link forgotten" to="/forgot" search={{}} target={isOverPage ? '_blank' : undefined}>
          Forgotten?
        </Link>
      }
    />
  );
}
