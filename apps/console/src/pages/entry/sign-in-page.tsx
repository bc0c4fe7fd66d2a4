import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { SIGN_UP } from '../../environment.ts';
import { SignInForm } from '../../people/sign-in-form.tsx';
import { Door } from '../../ui/door.tsx';
import { landing } from '../../ui/landing.ts';

const route = getRouteApi('/sign-in');

export function SignInPage() {
  const router = useRouter();
  const { next } = route.useSearch();
  return (
    <Door
      title="Sign in"
      foot={
        <>
          You stay signed in for 12 hours on this device, no longer.{' '}
          {SIGN_UP !== 'closed' && (
            <Link className="link" to="/sign-up">
              Open an account
            </Link>
          )}
        </>
      }
    >
      <SignInForm
        next={next}
        done={({ mustChangePassword }) => {
          if (mustChangePassword) void router.navigate({ to: '/new-password', search: next ? { next } : {} });
          else router.history.push(landing(next, '/console'));
        }}
      />
    </Door>
  );
}
