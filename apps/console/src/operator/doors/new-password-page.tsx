import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { landing } from '../../ui/landing.ts';
import { NewPasswordDoor } from '../../ui/new-password-door.tsx';
import { meQuery, signOut } from '../api/session.ts';
import { PasswordForm } from './password-form.tsx';

const route = getRouteApi('/new-password');

export function NewPasswordPage() {
  const { data: me } = useQuery(meQuery);
  const { next } = route.useSearch();
  const { history } = useRouter();
  const done = () => history.push(landing(next, ''));
  return (
    <NewPasswordDoor signOut={signOut}>
      {me && <PasswordForm email={me.operator.email} verb="Set the password" isWide done={done} />}
    </NewPasswordDoor>
  );
}
