let lastNumber = 1000;

/** A GLN that no test of this file has had yet. */
export function newGln(): string {
  lastNumber += 1;
  const digits = `73000100${lastNumber}`;
  const sum = [...digits].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
