import type { paths } from './contract.gen.ts';

type Got<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Answer } } } };
}
  ? Answer
  : never;

/** What the operator's API answers, by the names that the pages use. */
export type SignedIn =
  paths['/operator/v1/auth/login']['post']['responses'][200]['content']['application/json'];
export type Operator = Got<'/operator/v1/operators'>['operators'][number];
/** Somebody who signed in is one of them; only the shared token is nobody. */
export type Me = Got<'/operator/v1/me'> & { operator: Operator };
export type Role = Operator['role'];
export type Overview = Got<'/operator/v1/overview'>;
export type Part = Got<'/operator/v1/health'>['parts'][number];
export type Participant = Got<'/operator/v1/participants'>['participants'][number];
export type Account = Got<'/operator/v1/accounts'>['accounts'][number];
export type WholeAccount = Got<'/operator/v1/accounts/{id}'>;
export type Closing = Got<'/operator/v1/accounts/{id}/closing'>;
export type Message = Got<'/operator/v1/messages'>['messages'][number];
export type Attempt = Got<'/operator/v1/messages/{id}'>['attemptList'][number];
export type StuckGroup = Got<'/operator/v1/messages/stuck'>['groups'][number];
export type Certificate = Got<'/operator/v1/certificates'>['certificates'][number];
export type Circuit = Got<'/operator/v1/circuits'>['circuits'][number];
export type FailingJob = Got<'/operator/v1/jobs/failing'>['jobs'][number];
export type Report = Got<'/operator/v1/reports'>['reports'][number];
export type Desk = Got<'/operator/v1/desk-sessions'>['desks'][number];
export type SftpLogin = Got<'/operator/v1/sftp/logins'>['logins'][number];
export type Token = Got<'/operator/v1/tokens'>['tokens'][number];
export type AuditRow = Got<'/operator/v1/audit'>['rows'][number];
