import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { ENVIRONMENT } from '../environment.ts';
import { Dialog } from './dialog.tsx';
import { Failed } from './states.tsx';

/**
 * Asks before what is hard to undo: the title is the act, the text says what happens to whom and what stays, the button
 * repeats verb and environment, and the focus starts on Cancel. With `type` that word must be typed first.
 */
export function Confirm(props: {
  title: string;
  verb: string;
  children: ReactNode;
  type?: string;
  act: () => Promise<unknown>;
  close: () => void;
  isHarmless?: boolean;
}) {
  const { title, verb, children, type, act, close, isHarmless } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error>();
  const isReady = type === undefined || typed.trim() === type;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isReady || isBusy) return;
    setBusy(true);
    try {
      await act();
      close();
    } catch (problem) {
      setError(problem as Error);
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} close={close} focus={cancel}>
      <form onSubmit={submit} className="prose">
        {children}
        {type !== undefined && (
          <label className="f">
            Type <span className="mono">{type}</span> to go on
            <input
              className="field"
              value={typed}
              autoComplete="off"
              onChange={(event) => setTyped(event.target.value)}
            />
          </label>
        )}
        {error && <Failed error={error} />}
        <p className="acts">
          <button type="button" className="btn" ref={cancel} onClick={close}>
            Cancel
          </button>
          <button
            type="submit"
            className={`btn ${isHarmless ? 'pri' : 'bad'}`}
            aria-disabled={!isReady || isBusy}
          >
            {verb}
            {ENVIRONMENT === 'production' ? ' in production' : ' in test'}
          </button>
        </p>
      </form>
    </Dialog>
  );
}
