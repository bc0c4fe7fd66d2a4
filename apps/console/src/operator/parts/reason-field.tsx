import { useId } from 'react';

/** Why something is done to somebody else’s: it stands in an audit, where they may read it. */
export function ReasonField({ label, isNeeded = true }: { label: string; isNeeded?: boolean }) {
  const id = useId();
  return (
    <label className="f" htmlFor={id}>
      {label}
      <textarea id={id} name="reason" className="field tall" rows={3} maxLength={500} required={isNeeded} />
    </label>
  );
}
