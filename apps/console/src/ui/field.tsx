import type { InputHTMLAttributes, ReactNode } from 'react';
import { useId } from 'react';

/** A labelled input with its reason below, when there is one. */
export function Field(
  props: { label: string; aside?: ReactNode; error?: string } & InputHTMLAttributes<HTMLInputElement>,
) {
  const { label, aside, error, ...input } = props;
  const id = useId();
  return (
    <div className="f">
      <label htmlFor={id}>{label}</label>
      {aside}
      <input
        id={id}
        className="field"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        {...input}
      />
      {error && (
        <p id={`${id}-error`} className="wrong">
          {error}
        </p>
      )}
    </div>
  );
}
