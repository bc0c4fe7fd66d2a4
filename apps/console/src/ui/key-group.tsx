/** Keys of one kind, and what each does. */
export function KeyGroup({ title, keys }: { title: string; keys: readonly (readonly [string, string])[] }) {
  return (
    <div>
      <h3>{title}</h3>
      <dl className="facts">
        {keys.map(([key, what]) => (
          <div className="fact" key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
