import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { Door } from '../../ui/door.tsx';
import { landing } from '../../ui/landing.ts';
import { Loading } from '../../ui/states.tsx';
import { setupQuery } from './setup-query.ts';
import { SignInForm } from './sign-in-form.tsx';

const route = getRouteApi('/sign-in');

export function SignInPage() {
  const router = useRouter();
  const { next } = route.useSearch();
  const { data: setup, isPending } = useQuery(setupQuery);
  if (isPending)
    return (
      <Door title="One moment">
        <Loading lines={2} />
      </Door>
    );
  if (setup?.needsFirst)
    return (
      <Door
        title="Nobody runs this yet"
        lede="This installation has no operator. Whoever can read its data directory makes the first."
      >
        <Link className="btn pri wide" to="/first">
          Make the first operator
        </Link>
      </Door>
    );
  return (
    <Door title="Operator, sign in" foot="You stay signed in for 12 hours on this device, no longer.">
      <SignInForm
        next={next}
        done={({ mustChangePassword }) => {
          if (mustChangePassword) void router.navigate({ to: '/new-password', search: next ? { next } : {} });
          else router.history.push(landing(next, ''));
        }}
      />
    </Door>
  );
}
