import type { Absence } from '../rule.ts';

export const DOCUMENTS = ['/Invoice', '/CreditNote'] as const;

/**
 * What an invoice of EN 16931 does not have, from a table: a line with the parent (`document`; `line` for either kind of
 * line), then indented its children, each behind the number of the rule UBL-CR about it. A child may be a path, to an
 * attribute (`cbc:ID/@schemeID`) or of an element wherever it stands (`//cac:FinancialInstitution`).
 */
export function absences(table: string): Absence[] {
  const found: Absence[] = [];
  let parent = '';
  for (const row of table.trim().split('\n')) {
    if (!row.startsWith(' ')) parent = row;
    else
      for (const [, number, child] of row.matchAll(/(\d+) ([\w:/@]+)/g))
        found.push(absence(`UBL-CR-${number}`, parent === 'document' ? `${child}` : `${parent}/${child}`));
  }
  return found;
}

/** A path that must not be there; `line` at its beginning stands for either kind of line. */
export function absence(id: string, path: string): Absence {
  return {
    id,
    severity: 'WARNING',
    message: `${path.replace(/^\/\//, '')} is not used in an invoice of EN 16931.`.replace(
      /^line\//,
      'In a line, ',
    ),
    context: DOCUMENTS,
    paths: path.startsWith('line/')
      ? ['cac:InvoiceLine', 'cac:CreditNoteLine'].map((line) => path.replace('line', line))
      : [path],
  };
}
