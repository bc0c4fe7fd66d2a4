const TREES: readonly (readonly [x: number, peak: number])[] = [
  [25, 16],
  [75, 36],
  [125, 4],
  [175, 44],
  [225, 22],
  [275, 52],
];
const GROUND = 140;

function poplar(x: number, peak: number): string {
  const height = GROUND - peak;
  const y = (part: number) => peak + height * part;
  return `M${x} ${peak}C${x + 8.5} ${y(0.14)} ${x + 13.5} ${y(0.4)} ${x + 12.5} ${y(0.64)}C${x + 11.2} ${y(0.82)} ${x + 5} ${y(0.9)} ${x + 1.8} ${y(0.92)}V${GROUND}H${x - 1.8}V${y(0.92)}C${x - 5} ${y(0.9)} ${x - 11.2} ${y(0.82)} ${x - 12.5} ${y(0.64)}C${x - 13.5} ${y(0.4)} ${x - 8.5} ${y(0.14)} ${x} ${peak}Z`;
}

/** A row of six poplars: those of the steps that are done stand, the next one grows. */
export function Growing({ done }: { done: number }) {
  return (
    <svg className="growing" viewBox="0 0 300 150" role="img" aria-label={`${done} of 6 steps done`}>
      <clipPath id="half-grown">
        <rect x="0" y="108" width="300" height="40" />
      </clipPath>
      {TREES.map(([x, peak], i) => {
        const tree = poplar(x, peak);
        if (i < done) return <path key={x} d={tree} fill="var(--leaf)" />;
        if (i > done)
          return (
            <path
              key={x}
              d={tree}
              fill="none"
              stroke="var(--line-2)"
              strokeWidth="1.2"
              strokeDasharray="2.5 3"
            />
          );
        return (
          <g key={x}>
            <path d={tree} fill="none" stroke="var(--ink-3)" strokeWidth="1.2" />
            <path d={tree} fill="var(--leaf)" clipPath="url(#half-grown)" />
          </g>
        );
      })}
      <path d="M0 140H300" stroke="var(--ink)" />
    </svg>
  );
}
