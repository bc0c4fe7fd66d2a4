import { type FindDeps, findOperator } from './find.ts';

export const openOperators = (base: FindDeps) => ({
  /** Whose credential it is, of the people of the operator's side. */
  find: (credential: string) => findOperator(base, credential),
});
