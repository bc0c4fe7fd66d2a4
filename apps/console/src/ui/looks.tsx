import { PREFERENCES, type Preference, prefer, usePreference } from './preferences.ts';

const SHOWN = [
  { name: 'theme', label: 'Theme' },
  { name: 'density', label: 'Rows' },
  { name: 'keys', label: 'Single-letter keys' },
] as const satisfies readonly { name: Preference; label: string }[];

/** How this browser shows the console. */
export function Looks() {
  return (
    <section aria-label="This browser">
      <div className="sec">
        <h2>This browser</h2>
      </div>
      <dl className="facts roomy">
        {SHOWN.map(({ name, label }) => (
          <One key={name} name={name} label={label} />
        ))}
        <dt>Language</dt>
        <dd>English; dates and numbers as your browser has them ({navigator.language})</dd>
        <dt>Time zone</dt>
        <dd>{Intl.DateTimeFormat().resolvedOptions().timeZone}</dd>
      </dl>
    </section>
  );
}

function One({ name, label }: { name: (typeof SHOWN)[number]['name']; label: string }) {
  const chosen = usePreference(name);
  return (
    <div className="fact">
      <dt id={`preference-${name}`}>{label}</dt>
      <dd>
        <fieldset className="seg" aria-labelledby={`preference-${name}`}>
          {PREFERENCES[name].map((choice) => (
            <button
              key={choice}
              type="button"
              aria-pressed={choice === chosen}
              onClick={() => prefer(name, choice)}
            >
              {choice}
            </button>
          ))}
        </fieldset>
      </dd>
    </div>
  );
}
