import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { announce } from './announce.tsx';
import { Answered, type Asked } from './answered.tsx';
import { Confirm } from './confirm.tsx';
import { Field } from './field.tsx';
import { textOf, useSubmission } from './form.tsx';
import { Moment } from './moment.tsx';
import { knowsPasskeys } from './passkey.ts';
import { Pill } from './pill.tsx';
import { Failed } from './states.tsx';
import { Button } from './unable.tsx';

export interface Passkey {
  id: string;
  name: string;
  createdAt: string;
  lastUsedAt?: string | undefined;
  lockedAt?: string | undefined;
}

/** The passkeys of the person: added here, in this browser, and removed. */
export function Passkeys(props: {
  query: Asked<readonly Passkey[]>;
  /** Whether the service knows passkeys at its address; undefined until that is known. */
  isPossible: boolean | undefined;
  make: (name: string) => Promise<unknown>;
  remove: (id: string) => Promise<unknown>;
}) {
  const { query, isPossible, make, remove } = props;
  const [removed, setRemoved] = useState<Passkey>();
  return (
    <section aria-label="Passkeys">
      <div className="sec">
        <h2>Passkeys</h2>
        <span className="end">
          <span>instead of the password, and safer</span>
        </span>
      </div>
      <Answered query={query} lines={2}>
        {(passkeys) =>
          passkeys.length === 0 ? (
            <p className="dim none">You have none yet.</p>
          ) : (
            <PasskeyList passkeys={passkeys} remove={setRemoved} />
          )
        }
      </Answered>
      {isPossible !== undefined && <Adding isPossible={isPossible} make={make} />}
      {removed && (
        <Remove
          passkey={removed}
          isLast={query.data?.length === 1}
          remove={remove}
          close={() => setRemoved(undefined)}
        />
      )}
    </section>
  );
}

/** Adds one, or says why none can be added here. */
function Adding({ isPossible, make }: { isPossible: boolean; make: (name: string) => Promise<unknown> }) {
  if (!isPossible)
    return <p className="dim hint">Passkeys need an https address, which this service does not have.</p>;
  if (!knowsPasskeys())
    return <p className="dim hint">This browser knows no passkeys at this address. Open it by https.</p>;
  return <Add make={make} />;
}

/** Passkeys, each of which can be removed. */
export function PasskeyList(props: { passkeys: readonly Passkey[]; remove: (passkey: Passkey) => void }) {
  const { passkeys, remove } = props;
  return (
    <ul className="ledger">
      {passkeys.map((passkey) => (
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
          <Button className="btn sm ghost bad" act={() => remove(passkey)} of={passkey.name}>
            Remove
          </Button>
        </li>
      ))}
    </ul>
  );
}

function Add({ make }: { make: (name: string) => Promise<unknown> }) {
  const cache = useQueryClient();
  const { submit, isBusy, error, wrong } = useSubmission(async (form) => {
    await make(textOf(form, 'name') ?? nameOfDevice());
    announce('The passkey was added');
    await cache.invalidateQueries({ queryKey: ['passkeys'] });
    await cache.invalidateQueries({ queryKey: ['me'] });
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

function Remove(props: {
  passkey: Passkey;
  isLast: boolean;
  remove: (id: string) => Promise<unknown>;
  close: () => void;
}) {
  const { passkey, isLast, remove, close } = props;
  const cache = useQueryClient();
  return (
    <Confirm
      title={`Remove ${passkey.name}`}
      verb="Remove"
      close={close}
      act={async () => {
        await remove(passkey.id);
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
