import type { paths } from './contract.gen.ts';

type Got<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Answer } } } };
}
  ? Answer
  : never;

type Signed = paths['/operator/v1/auth/login']['post']['responses'][200]['content']['application/json'];

/** What the operator's API answers, by the names that the pages use. */
export type SignedIn = Signed;
export type Operator = Got<'/operator/v1/operators'>['operators'][number];
/** Somebody who signed in is one of them; only the shared token is nobody. */
export type Me = Got<'/operator/v1/me'> & { operator: Operator };
export type Role = Operator['role'];
export type Report = Got<'/operator/v1/reports'>['reports'][number];
export type Token = Got<'/operator/v1/tokens'>['tokens'][number];
export type AuditRow = Got<'/operator/v1/audit'>['rows'][number];
