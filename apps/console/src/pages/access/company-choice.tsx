import { useState } from 'react';

interface Company {
  id: string;
  name: string;
}

/** More than this are narrowed by typing first. */
const SHOWN = 200;

/** Every company, or some of them; where there are very many, typing finds them. */
export function CompanyChoice(props: {
  companies: readonly Company[];
  mayAll: boolean;
  chosen: readonly string[] | 'all';
  wrong: string | undefined;
}) {
  const { companies, mayAll, chosen, wrong } = props;
  const [isAll, setAll] = useState(mayAll && chosen === 'all');
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set(chosen === 'all' ? [] : chosen));
  const [words, setWords] = useState('');
  const sought = words.trim().toLowerCase();
  const fitting = companies.filter(({ name }) => sought === '' || name.toLowerCase().includes(sought));
  const toggle = (id: string) => {
    const next = new Set(picked);
    if (!next.delete(id)) next.add(id);
    setPicked(next);
  };
  return (
    <fieldset className="checks">
      <legend>Reaches</legend>
      {mayAll && (
        <>
          <label>
            <input type="radio" name="reach" value="all" checked={isAll} onChange={() => setAll(true)} />
            <span>
              Every company<small>Also those that are added later.</small>
            </span>
          </label>
          <label>
            <input type="radio" name="reach" value="some" checked={!isAll} onChange={() => setAll(false)} />
            <span>Only these</span>
          </label>
        </>
      )}
      {!isAll && (
        <>
          {companies.length > 8 && (
            <input
              className="field"
              type="search"
              aria-label="Find a company"
              placeholder="Find a company"
              value={words}
              onChange={({ target }) => setWords(target.value)}
            />
          )}
          <div className="picks">
            {fitting.slice(0, SHOWN).map(({ id, name }) => (
              <label key={id}>
                <input type="checkbox" checked={picked.has(id)} onChange={() => toggle(id)} />
                <span>{name}</span>
              </label>
            ))}
          </div>
          {[...picked].map((id) => (
            <input key={id} type="hidden" name="companyIds" value={id} />
          ))}
        </>
      )}
      {wrong && <p className="wrong">{wrong}</p>}
    </fieldset>
  );
}
