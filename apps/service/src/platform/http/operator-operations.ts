import type { OperatorRouteName } from '../access/operator-access.ts';
import type { ErrorCode } from '../errors.ts';

/** What a client generator calls each operation of the operator's side, and the refusals that are its own. */
export const OPERATOR_OPERATIONS: Record<OperatorRouteName, [id: string, ...refusals: ErrorCode[]]> = {
  'GET /operator/v1/participants': ['listAllParticipants'],
  'POST /operator/v1/participants/{id}/approve': ['approveParticipant', 'INVALID_STATE'],
  'POST /operator/v1/participants/{id}/reject': ['rejectParticipant', 'INVALID_STATE'],
  'POST /operator/v1/participants/{id}/suspend': ['suspendParticipant', 'INVALID_STATE'],
  'POST /operator/v1/participants/{id}/resume': ['resumeParticipant', 'INVALID_STATE'],
  'POST /operator/v1/participants/{id}/retry': ['retryParticipant', 'INVALID_STATE'],
  'POST /operator/v1/accounts/{id}/suspend': ['suspendAccount'],
  'POST /operator/v1/accounts/{id}/resume': ['resumeAccount'],
  'POST /operator/v1/messages/{id}/retry': ['retryMessage', 'INVALID_STATE'],
  'POST /operator/v1/desk-sessions': ['openDesk', 'NOT_FOUND'],
  'GET /operator/v1/sftp/logins': ['listAllSftpLogins'],
  'POST /operator/v1/sftp/logins': ['createSftpLogin', 'NOT_FOUND', 'IDENTIFIER_TAKEN', 'LIMIT_REACHED'],
  'PATCH /operator/v1/sftp/logins/{id}': ['updateSftpLogin'],
  'DELETE /operator/v1/sftp/logins/{id}': ['deleteSftpLogin'],
  'GET /operator/v1/reports': ['listReports'],
  'GET /operator/v1/reports/{kind}/{month}': ['getReport'],
  'POST /operator/v1/reports/{kind}/{month}': ['makeReport', 'INVALID_STATE'],
  'GET /operator/v1/reports/{kind}/{month}/xml': ['downloadReport'],
  'POST /operator/v1/reports/{kind}/{month}/send': ['sendReport', 'INVALID_STATE'],
  'GET /operator/v1/service-levels/mls/{month}': ['getStatusServiceLevels'],
  'GET /operator/v1/jobs/failing': ['listFailingJobs'],
  'GET /operator/v1/health': ['getHealth'],
  'PUT /operator/v1/log-level': ['setLogLevel'],
};
