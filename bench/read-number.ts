/** An option that is a number, and a good one. @throws Error with how the command is called */
export function readNumber(text: string, isGood: (value: number) => boolean, usage: string): number {
  const value = Number(text);
  if (text === '' || !isGood(value)) throw new Error(`${text} will not do. ${usage}`);
  return value;
}
