import { Link, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Door } from './door.tsx';
import { Refused } from './refused.tsx';
import { Loading } from './states.tsx';

/** A door that others lead to: what they gave opens it once, or the page says why it did not. */
export function Arrival(props: { arrive: () => Promise<string>; refused: string; back: string }) {
  const { arrive, refused, back } = props;
  const router = useRouter();
  const [error, setError] = useState<Error>();
  const isBegun = useRef(false);
  useEffect(() => {
    // Once: neither a token nor a flow can be used twice.
    if (isBegun.current) return;
    isBegun.current = true;
    arrive().then((path) => router.history.replace(path), setError);
  }, [arrive, router]);
  return (
    <Door title={error ? refused : 'One moment'}>
      {error ? (
        <>
          <Refused error={error} />
          <Link className="btn wide" to="/sign-in" search={{}}>
            {back}
          </Link>
        </>
      ) : (
        <Loading lines={2} />
      )}
    </Door>
  );
}
