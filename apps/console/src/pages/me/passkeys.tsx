import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { meQuery } from '../../api/session.ts';
import { makePasskey } from '../../people/passkey.ts';
import { ssoQuery } from '../../people/queries.ts';
import { announce } from '../../ui/announce.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Field } from '../../ui/field.tsx';
import { textOf, useSubmission } from '../../ui/form.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Pill } from '../../ui/pill.tsx';
import { Failed, Loading } from '../../ui/states.tsx';

const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async () => (await call(api.GET('/v1/passkeys'))).passkeys,
});

type Passkey = Awaited<ReturnType<NonNullable<typeof passkeysQuery.queryFn>>>[number];

/** The passkeys of the person: added here, in this browser, and removed. */
export function Passkeys() {
  const passkeys = useQuery(passkeysQuery);
  const { data: status } = useQuery(ssoQuery);
  const [removed, setRemoved] = useState<Passkey>();
  return (
    <section aria-label="Passkeys">
      <div className="sec">
        <h2>Passkeys</h2>
        <span className="end">
          <span>instead of the password, and safer</span>
        </span>
      </div>
      {passkeys.isPending && <Loading lines={2} />}
      {passkeys.error && <Failed error={passkeys.error} again={() => passkeys.refetch()} />}
      {passkeys.data?.length === 0 && <p className="dim none">You have none yet.</p>}
      {passkeys.data && passkeys.data.length > 0 && (
        <ul className="ledger">
          {passkeys.data.map((passkey) => (
            <li key={passkey.id}>
              <span>
                <strong>{passkey.name}</strong>
                <small>
                  {passkey.lastUsedAt ? (
                    <>
                      used <Moment time={passkey.lastUsedAt} />
                    </>
                  ) : (
                    <>
                      added <Moment time={passkey.createdAt} />, not used yet
                    </>
                  )}
                </small>
              </span>
              {passkey.lockedAt && <Pill tone="stop" mark="stop" label="may be a copy; remove it" />}
              <button type="button" className="btn sm ghost bad" onClick={() => setRemoved(passkey)}>
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
      {status?.passkeysEnabled ? (
        <Add />
      ) : (
        status && (
          <p className="dim hint">Passkeys need an https address, which this service does not have.</p>
        )
      )}
      {removed && (
        <Remove passkey={removed} isLast={passkeys.data?.length === 1} close={() => setRemoved(undefined)} />
      )}
    </section>
  );
}

function Add() {
  const cache = useQueryClient();
  const { submit, isBusy, error, wrong } = useSubmission(async (form) => {
    await makePasskey(textOf(form, 'name') ?? nameOfDevice());
    announce('The passkey was added');
    await cache.invalidateQueries({ queryKey: ['passkeys'] });
    await cache.invalidateQueries({ queryKey: meQuery.queryKey });
  });
  return (
    <form className="row" onSubmit={submit}>
      {error && <Failed error={inWords(error)} />}
      <Field
        label="Name of the device"
        name="name"
        maxLength={100}
        defaultValue={nameOfDevice()}
        autoComplete="off"
        error={wrong('name')}
      />
      <button type="submit" className="btn" aria-disabled={isBusy}>
        Add a passkey
      </button>
    </form>
  );
}

/** What the browser says when a person changes their mind, or has one on the device already. */
function inWords(error: Error): Error {
  if (error.name === 'NotAllowedError')
    return new Error('No passkey was made. Try again when you are ready.');
  if (error.name === 'InvalidStateError') return new Error('This device has a passkey of yours already.');
  return error;
}

function nameOfDevice(): string {
  const { userAgent } = navigator;
  const system = ['iPhone', 'iPad', 'Mac', 'Android', 'Windows', 'Linux'].find((name) =>
    userAgent.includes(name),
  );
  return system ?? 'My device';
}

function Remove({ passkey, isLast, close }: { passkey: Passkey; isLast: boolean; close: () => void }) {
  const cache = useQueryClient();
  return (
    <Confirm
      title={`Remove ${passkey.name}`}
      verb="Remove"
      close={close}
      act={async () => {
        await call(api.DELETE('/v1/passkeys/{id}', { params: { path: { id: passkey.id } } }));
        await cache.invalidateQueries({ queryKey: ['passkeys'] });
      }}
    >
      <p>It opens nothing here any more. On the device itself it stays until you delete it there.</p>
      {isLast && (
        <p>
          <b>It is your last one.</b> You sign in with your password afterwards; make sure that you know it.
        </p>
      )}
    </Confirm>
  );
}
