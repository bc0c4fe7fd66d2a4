/** Ends of names, which tell what an element holds [UBL 2.1, CCTS]. */
const ENDS = [
  'Amount',
  'BinaryObject',
  'Code',
  'Date',
  'ID',
  'Indicator',
  'Measure',
  'Numeric',
  'Percent',
  'Quantity',
  'Rate',
  'Time',
];

/** The kind of a basic element, a row of `data-types.gen.ts`; an element of another name holds text. */
export function valueKind(localName: string): string {
  if (localName.endsWith('URI')) return 'ID';
  return ENDS.find((end) => localName.endsWith(end)) ?? 'Text';
}
