import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { identitiesQuery, ssoQuery } from '../../people/queries.ts';
import { leaveForProvider } from '../../people/sso.ts';
import { Unlink } from '../../people/unlink.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Failed } from '../../ui/states.tsx';

/** The person's identity at the provider, which opens the door instead of a password. */
export function LinkedIdentity({ userId }: { userId: string }) {
  const { data: sso } = useQuery(ssoQuery);
  const identities = useQuery({ ...identitiesQuery, enabled: sso?.configured === true });
  const link = useMutation({ mutationFn: () => leaveForProvider({ purpose: 'link' }) });
  const [isAsked, setAsked] = useState(false);
  if (!sso?.configured) return null;
  const own = identities.data?.find((identity) => identity.userId === userId);
  return (
    <section aria-label="Single sign-on">
      <div className="sec">
        <h2>Single sign-on</h2>
        <span className="end">
          <span>{sso.provider}</span>
        </span>
      </div>
      {identities.error && <Failed error={identities.error} />}
      {link.error && <Failed error={link.error} />}
      {own ? (
        <ul className="ledger">
          <li>
            <span>
              <strong>{own.email}</strong>
              <small>
                linked <Moment time={own.createdAt} />
              </small>
            </span>
            <button type="button" className="btn sm ghost bad" onClick={() => setAsked(true)}>
              Unlink
            </button>
          </li>
        </ul>
      ) : (
        <p className="go">
          <button type="button" className="btn" onClick={() => link.mutate()}>
            Link your identity
          </button>
          <span className="dim">It must have the e-mail that you have here.</span>
        </p>
      )}
      {isAsked && own && <Unlink identity={own} close={() => setAsked(false)} />}
    </section>
  );
}
