import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router';
import { Door } from '../../ui/door.tsx';
import { meQuery, signOut } from '../api/session.ts';
import { landing } from './landing.ts';
import { PasswordForm } from './password-form.tsx';

const route = getRouteApi('/new-password');

/** For who signed in with a password that somebody else knows: nothing else opens before there is another one. */
export function NewPasswordPage() {
  const { data: me } = useQuery(meQuery);
  const { next } = route.useSearch();
  const router = useRouter();
  const navigate = useNavigate();
  const leave = async () => {
    await signOut();
    await navigate({ to: '/sign-in', search: {} });
  };
  return (
    <Door
      title="Choose a password"
      lede="The one you came with was made by somebody else. Choose one that only you know."
      foot={
        <button type="button" className="link" onClick={leave}>
          Sign out
        </button>
      }
    >
      {me && (
        <PasswordForm
          email={me.operator.email}
          verb="Set the password"
          isWide
          done={() => router.history.push(landing(next))}
        />
      )}
    </Door>
  );
}
