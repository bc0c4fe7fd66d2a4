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
export type SftpLoginId = Id<'SftpLogin'>;
export type SftpFileId = Id<'SftpFile'>;
export type WebhookId = Id<'Webhook'>;
export type DeliveryId = Id<'Delivery'>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A fresh id. Version 7: ids made later sort later, which keeps indexes compact. */
export function newId<Name extends string>(): Id<Name> {
  return v7() as Id<Name>;
}

/** The id a caller wrote, or undefined when it is not a well-formed UUID [GEN-2]. */
export function parseId<Name extends string>(text: string): Id<Name> | undefined {
  return UUID.test(text) ? (text.toLowerCase() as Id<Name>) : undefined;
}
