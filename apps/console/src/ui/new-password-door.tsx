import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Door } from './door.tsx';

/** For who signed in with a password that somebody else knows: nothing else opens before there is another one. */
export function NewPasswordDoor({
  signOut,
  children,
}: {
  signOut: () => Promise<void>;
  children: ReactNode;
}) {
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
      {children}
    </Door>
  );
}
