/** A round number that everything up to a value fits below. */
export function roundAbove(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  const times = [1, 1.5, 2, 3, 4, 5, 7.5, 10].find((each) => each * unit >= value) ?? 10;
  return Math.ceil(times * unit);
}

/** Where lines stand up to it: three of the same distance, whole numbers. */
export function linesUpTo(top: number): readonly number[] {
  if (top < 3) return [top];
  const part = Math.floor(top / 3);
  return [part, part * 2, part * 3];
}
