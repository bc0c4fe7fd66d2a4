/** The words of the rail, in groups. */
export interface Place {
  to: '/reports' | '/operators' | '/audit';
  label: string;
  /** The letter that leads there after g. */
  key: string;
  /** Stands at the bottom of a narrow window. */
  narrow?: true;
}

export const PLACES: readonly (readonly Place[])[] = [
  [{ to: '/reports', label: 'Reports', key: 'r', narrow: true }],
  [
    { to: '/operators', label: 'Operators', key: 'l', narrow: true },
    { to: '/audit', label: 'Audit', key: 't', narrow: true },
  ],
];
