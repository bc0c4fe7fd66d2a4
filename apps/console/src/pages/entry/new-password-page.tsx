import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { meQuery, signOut } from '../../api/session.ts';
import { PasswordForm } from '../../people/password-form.tsx';
import { landing } from '../../ui/landing.ts';
import { NewPasswordDoor } from '../../ui/new-password-door.tsx';

const route = getRouteApi('/new-password');

export function NewPasswordPage() {
  const { data: me } = useQuery(meQuery);
  const { next } = route.useSearch();
  const { history } = useRouter();
  const done = () => history.push(landing(next, '/console'));
  return (
    <NewPasswordDoor signOut={signOut}>
      {me?.user && <PasswordForm email={me.user.email} verb="Set the password" isWide done={done} />}
    </NewPasswordDoor>
  );
}
