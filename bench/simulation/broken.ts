/** Something that must always hold did not. */
export class Broken extends Error {}

export function must(holds: boolean, otherwise: () => string): void {
  if (!holds) throw new Broken(otherwise());
}
