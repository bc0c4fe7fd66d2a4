import { initialsOf } from './format.ts';

/** A person in a list. */
export function Who({ name, email, isSelf }: { name: string; email: string; isSelf: boolean }) {
  return (
    <div className="who">
      <span className="ava" aria-hidden="true">
        {initialsOf(name)}
      </span>
      <span>
        <strong>
          {name} {isSelf && <span className="dimmer you">you</span>}
        </strong>
        <small>{email}</small>
      </span>
    </div>
  );
}
