import { v7 } from 'uuid';

declare const brand: unique symbol;
export type Id<Name extends string> = string & { readonly [brand]: Name };

export type AccountId = Id<'Account'>;
export type CompanyId = Id<'Company'>;
export type UserId = Id<'User'>;
export type SessionId = Id<'Session'>;
export type ApiKeyId = Id<'ApiKey'>;
export type ParticipantRowId = Id<'Participant'>;
export type CapabilityId = Id<'Capability'>;
export type MessageId = Id<'Message'>;
export type AuditId = Id<'Audit'>;
export type EventId = Id<'Event'>;
export type ExportId = Id<'Export'>;
export type ArchiveId = Id<'Archive'>;
export type SftpLoginId = Id<'SftpLogin'>;
export type SftpFileId = Id<'SftpFile'>;
export type WebhookId = Id<'Webhook'>;
export type DeliveryId = Id<'Delivery'>;
export type ProviderMessageId = Id<'ProviderMessage'>;
export type MlsReceivedId = Id<'MlsReceived'>;
export type OperatorId = Id<'Operator'>;
export type FailingJobId = Id<'FailingJob'>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A fresh id. Version 7: ids made later sort later, which keeps indexes compact. */
export function newId<Name extends string>(): Id<Name> {
  return v7() as Id<Name>;
}

/** Whether this is an id as {@link newId} writes it: what comes out of a queue or a test has no type of its own. */
export function isId<Name extends string>(value: unknown): value is Id<Name> {
  return typeof value === 'string' && UUID.test(value) && value === value.toLowerCase();
}

/** The id a caller wrote, or undefined when it is not a well-formed UUID [GEN-2]. */
export function parseId<Name extends string>(text: string): Id<Name> | undefined {
  const id = text.toLowerCase();
  return isId<Name>(id) ? id : undefined;
}
