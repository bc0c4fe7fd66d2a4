import type { StoredFinding, StoredMls } from '../platform/db/tables.ts';
import type { MessageStatus } from './message.ts';
import type { MessageRow } from './transition.ts';

export interface MessageView {
  id: string;
  companyId: string;
  direction: 'INBOUND' | 'OUTBOUND';
  status: MessageStatus;
  sender: string;
  receiver: string;
  type?: string;
  documentTypeId: string;
  processId: string;
  externalReference?: string;
  documentNumber?: string;
  senderName?: string;
  receiverName?: string;
  bytes: number;
  sha256: string;
  source: string;
  validation: { verdict: string; rulesetVersion?: string; checkedAt?: string; warnings: number };
  validationErrors?: StoredFinding[];
  validationErrorsTotal?: number;
  attempts: number;
  nextAttemptAt?: string;
  as4MessageId: string;
  sbdhInstanceId: string;
  receiverAccessPoint?: string;
  lastErrorCode?: string;
  lastErrorMessage?: string;
  mls?: StoredMls;
  acknowledgedAt?: string;
  createdAt: string;
  updatedAt: string;
  statusChangedAt: string;
}

/** A message as the API shows it. */
export function messageView(row: MessageRow): MessageView {
  return {
    id: row.id,
    companyId: row.company_id,
    direction: row.direction,
    status: row.status,
    sender: row.sender,
    receiver: row.receiver,
    type: row.type ?? undefined,
    documentTypeId: row.document_type_id,
    processId: row.process_id,
    externalReference: row.external_reference ?? undefined,
    documentNumber: row.document_number ?? undefined,
    senderName: row.sender_name ?? undefined,
    receiverName: row.receiver_name ?? undefined,
    bytes: row.bytes,
    sha256: row.sha256,
    source: row.source,
    validation: {
      verdict: row.verdict,
      rulesetVersion: row.ruleset_version ?? undefined,
      checkedAt: row.validated_at?.toISOString(),
      warnings: row.validation_warnings,
    },
    validationErrors: row.validation_errors ?? undefined,
    validationErrorsTotal: row.validation_errors ? row.validation_errors_total : undefined,
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at?.toISOString(),
    as4MessageId: row.as4_message_id,
    sbdhInstanceId: row.sbdh_instance_id,
    receiverAccessPoint: row.receiver_access_point ?? undefined,
    lastErrorCode: row.last_error_code ?? undefined,
    lastErrorMessage: row.last_error_message ?? undefined,
    mls: row.mls ?? undefined,
    acknowledgedAt: row.acknowledged_at?.toISOString(),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    statusChangedAt: row.status_changed_at.toISOString(),
  };
}
