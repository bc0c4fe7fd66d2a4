/** Text with something else in one place. An attack that changes nothing would look as if it were held. */
export function replaced(text: string, what: string | RegExp, by: string): string {
  const changed = text.replace(what, () => by);
  if (what === '' || changed === text) throw new Error(`There is no ${what} to attack with`);
  return changed;
}

/** What stands there to be repeated. */
export function found(text: string, what: RegExp): string {
  const match = what.exec(text)?.[0];
  if (!match) throw new Error(`There is no ${what} to attack with`);
  return match;
}
