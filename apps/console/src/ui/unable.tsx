import { type ReactNode, useId } from 'react';

/** A button of something that could be done, but not now: it can be reached, and says why. */
export function Button(props: {
  children: ReactNode;
  act: () => void;
  not?: string | undefined;
  className?: string;
}) {
  const { children, act, not, className = 'btn sm' } = props;
  const reason = useId();
  return (
    <>
      <button
        type="button"
        className={className}
        aria-disabled={not !== undefined || undefined}
        aria-describedby={not ? reason : undefined}
        title={not}
        onClick={() => not === undefined && act()}
      >
        {children}
      </button>
      {not && (
        <span id={reason} className="sr">
          {not}
        </span>
      )}
    </>
  );
}
