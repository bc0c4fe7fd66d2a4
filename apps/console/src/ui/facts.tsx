import type { ReactNode } from 'react';

/** What is known of something, term by term; what is not known is left out. */
export function Facts(props: { facts: Readonly<Record<string, ReactNode>>; className?: string }) {
  const { facts, className = '' } = props;
  return (
    <dl className={`facts ${className}`.trim()}>
      {Object.entries(facts)
        .filter(([, value]) => value !== undefined && value !== false && value !== '')
        .map(([name, value]) => (
          <div className="fact" key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
