import { type FormEvent, type ReactNode, type SelectHTMLAttributes, useId, useRef, useState } from 'react';
import { ApiError } from '../api/answer.ts';

export interface Submission {
  submit: (event: FormEvent<HTMLFormElement>) => void;
  isBusy: boolean;
  error: Error | undefined;
  /** What the API says of a field, by the end of its name. */
  wrong: (field: string) => string | undefined;
}

/** What a form does when it is sent: once at a time, with what went wrong shown at its field, which then has the focus. */
export function useSubmission(act: (form: FormData) => Promise<unknown>): Submission {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error>();
  const busy = useRef(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (busy.current) return;
    busy.current = true;
    setBusy(true);
    setError(undefined);
    try {
      await act(new FormData(form));
    } catch (problem) {
      setError(problem as Error);
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
    } finally {
      busy.current = false;
      setBusy(false);
    }
  };
  const wrong = (field: string) =>
    error instanceof ApiError
      ? error.details.find(
          (detail) =>
            detail.field === field || detail.field.startsWith(`${field}.`) || detail.field.endsWith(field),
        )?.message
      : undefined;
  return { submit, isBusy, error, wrong };
}

/** The text of a field without what stands around it; undefined when there is none. */
export function textOf(form: FormData, name: string): string | undefined {
  const text = String(form.get(name) ?? '').trim();
  return text === '' ? undefined : text;
}

/** A labelled choice of one. */
export function Choose(
  props: { label: string; children: ReactNode; hint?: ReactNode } & SelectHTMLAttributes<HTMLSelectElement>,
) {
  const { label, children, hint, ...select } = props;
  const id = useId();
  return (
    <div className="f">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="field" aria-describedby={hint ? `${id}-hint` : undefined} {...select}>
        {children}
      </select>
      {hint && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
    </div>
  );
}

/** Choices of several, each with one line of what it means. */
export function Checks(props: {
  legend: string;
  name: string;
  options: readonly { value: string; label: string; means?: string }[];
  chosen?: readonly string[];
  wrong?: string | undefined;
}) {
  const { legend, name, options, chosen = [], wrong } = props;
  const id = useId();
  return (
    <fieldset className="checks" aria-describedby={wrong ? `${id}-wrong` : undefined}>
      <legend>{legend}</legend>
      {options.map(({ value, label, means }) => (
        <label key={value}>
          <input type="checkbox" name={name} value={value} defaultChecked={chosen.includes(value)} />
          <span>
            {label}
            {means && <small>{means}</small>}
          </span>
        </label>
      ))}
      {wrong && (
        <p className="wrong" id={`${id}-wrong`}>
          {wrong}
        </p>
      )}
    </fieldset>
  );
}

/** The buttons at the foot of a dialog's form. */
export function FormActions(props: { verb: string; isBusy: boolean; cancel: () => void }) {
  return (
    <p className="acts">
      <button type="button" className="btn" onClick={props.cancel}>
        Cancel
      </button>
      <button type="submit" className="btn pri" aria-disabled={props.isBusy}>
        {props.verb}
      </button>
    </p>
  );
}
