/** A word of the rail. */
export interface Place<To extends string = string> {
  to: To;
  label: string;
  /** The letter that leads there after g. */
  key: string;
  /** Stands at the bottom of a narrow window; the others stand under Overview there. */
  narrow?: true;
}

/** The words of the rail, in groups. */
export type Places<To extends string = string> = readonly (readonly Place<To>[])[];

/** A number beside a word of the rail; a hot one says that a person is needed. */
export interface Count {
  value: number;
  isHot: boolean;
}
