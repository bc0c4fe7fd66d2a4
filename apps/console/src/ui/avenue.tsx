/** Rows of poplars by the water, drawn from a few numbers. */
const FAR = [16, 108, 210, 258, 340, 400, 452, 540, 640, 700, 764];
const MIDDLE = [66, 152, 246, 334, 430, 512, 590, 676, 756];
const NEAR: readonly (readonly [x: number, height: number])[] = [
  [128, 480],
  [312, 400],
  [540, 520],
  [716, 440],
];
const SHORE = 560;

function poplar(x: number, foot: number, height: number): string {
  const width = height * 0.075 + 6;
  const crown = height * 0.95;
  return `M${x} ${foot - height}C${x + width * 0.9} ${foot - crown * 0.7} ${x + width * 1.35} ${foot - crown * 0.28} ${x} ${foot - height * 0.05}C${x - width * 1.35} ${foot - crown * 0.28} ${x - width * 0.9} ${foot - crown * 0.7} ${x} ${foot - height}ZM${x - 2} ${foot - height * 0.06}h4V${foot}h-4Z`;
}

const FAR_TREES = FAR.map((x, i) => poplar(x, 546, 110 + ((i * 37) % 60))).join('');
const MIDDLE_TREES = MIDDLE.map((x, i) => poplar(x, SHORE, 200 + ((i * 53) % 90))).join('');
const NEAR_TREES = NEAR.map(([x, height]) => poplar(x, SHORE, height)).join('');
const RIPPLES = Array.from({ length: 22 }, (_, i) => ({
  y: 567 + i * 4 + i * i * 0.55,
  width: 1.2 + i * 0.42,
}));

export function Avenue() {
  return (
    <svg className="avenue" viewBox="0 0 780 900" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="780" height="900" fill="var(--av0)" />
      <path d={FAR_TREES} fill="var(--av1)" />
      <path d="M0 546H780" stroke="var(--av1)" strokeWidth="2" />
      <path d={MIDDLE_TREES} fill="var(--av2)" />
      <path d={NEAR_TREES} fill="var(--av3)" />
      <g transform={`translate(0 ${2 * SHORE}) scale(1 -1)`} opacity=".26">
        <path d={MIDDLE_TREES} fill="var(--av2)" />
        <path d={NEAR_TREES} fill="var(--av3)" />
      </g>
      {RIPPLES.map(({ y, width }) => (
        <path key={y} d={`M0 ${y}H780`} stroke="var(--av0)" strokeWidth={width} />
      ))}
      <path d={`M0 ${SHORE}H780`} stroke="var(--av3)" strokeWidth="1.5" />
    </svg>
  );
}
