/** Whether a value that comes from outside the types is of one. */
export type Check<Value> = (value: unknown) => value is Value;
type Checked<C> = C extends Check<infer Value> ? Value : never;

type Fields = Readonly<Record<string, Check<unknown>>>;
type Optional<F> = { [Name in keyof F]: undefined extends Checked<F[Name]> ? Name : never }[keyof F];
/** What an object with fields of these checks is. */
export type Payload<F> = { [Name in Exclude<keyof F, Optional<F>>]: Checked<F[Name]> } & {
  [Name in Optional<F>]?: Checked<F[Name]>;
};

export const isText: Check<string> = (value) => typeof value === 'string';

export const oneOf =
  <const Texts extends readonly string[]>(...texts: Texts): Check<Texts[number]> =>
  (value): value is Texts[number] =>
    texts.some((text) => text === value);

export const maybe =
  <Value>(check: Check<Value>): Check<Value | undefined> =>
  (value): value is Value | undefined =>
    value === undefined || check(value);

/** An object with these fields. */
export const payloadOf =
  <F extends Fields>(fields: F): Check<Payload<F>> =>
  (value): value is Payload<F> =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(fields).every(([name, check]) => check(Reflect.get(value, name)));
