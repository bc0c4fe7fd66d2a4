import { type ReactNode, useId } from 'react';

/** A button of something that could be done, but not now: it can be reached, and says why. */
export function Button(props: {
  children: ReactNode;
  act: () => void;
  /** What it is done to, for who does not see the row. */
  of?: string | undefined;
  not?: string | undefined;
  /** It is being done. */
  isBusy?: boolean;
  className?: string;
}) {
  const { children, act, of, not, isBusy = false, className = 'btn sm' } = props;
  const reason = useId();
  const isOff = isBusy || not !== undefined;
  return (
    <>
      <button
        type="button"
        className={className}
        aria-disabled={isOff || undefined}
        aria-describedby={not ? reason : undefined}
        title={not}
        onClick={() => !isOff && act()}
      >
        {children}
        {of && <span className="sr"> {of}</span>}
      </button>
      {not && (
        <span id={reason} className="sr">
          {not}
        </span>
      )}
    </>
  );
}
