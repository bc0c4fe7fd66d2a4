import { type ReactNode, useId, useState } from 'react';
import { CopyButton } from './copy.tsx';
import { Dialog } from './dialog.tsx';

/** A value that is shown this once: nothing but the box and the button closes it, and closing forgets it. */
export function ShownOnce(props: {
  title: string;
  value: string;
  children?: ReactNode;
  warning: string;
  close: () => void;
}) {
  const { title, value, children, warning, close } = props;
  const [isStored, setStored] = useState(false);
  const reason = useId();
  return (
    <Dialog title={title} close={close} isFirm>
      <p className="dim">{warning}</p>
      <div className="secret">
        <span data-secret>{value}</span>
        <CopyButton className="sm pri" value={() => value}>
          Copy
        </CopyButton>
      </div>
      {children}
      <div className="stored">
        <label>
          <input type="checkbox" checked={isStored} onChange={({ target }) => setStored(target.checked)} /> I
          have stored it
        </label>
        <button
          type="button"
          className="btn"
          aria-disabled={!isStored}
          aria-describedby={isStored ? undefined : reason}
          onClick={() => isStored && close()}
        >
          Close
        </button>
        <span id={reason} className="sr">
          Say first that you have stored it
        </span>
      </div>
    </Dialog>
  );
}
