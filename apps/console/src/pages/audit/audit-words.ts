/** What was done, as a sentence says it between who and on what. */
export const KNOWN_EVENTS: Readonly<Record<string, string>> = {
  'account.created': 'opened the account',
  'account.suspended': 'suspended the account',
  'account.resumed': 'resumed the account',
  'account.closing': 'closed the account',
  'account.reopened': 'opened the account again',
  'account.export_handed_over': 'asked for the link to the export',
  'account.closed': 'ended keys, logins and webhooks',
  'account.deletion_begun': 'began to delete the content',
  'account.deleted': 'deleted the content',
  'company.created': 'added a company',
  'company.updated': 'changed a company',
  'participant.approved': 'approved an address',
  'participant.rejected': 'rejected an address',
  'participant.suspended': 'suspended an address',
  'participant.resumed': 'resumed an address',
  'participant.retried': 'registered an address again',
  'message.retried': 'sent a document again',
  'message.archived_without_bytes': 'archived and removed a document whose bytes were lost',
  'job.given_up': 'gave up what kept failing',
  'smp.written': 'changed an entry of the SMP',
  'session.created': 'signed in',
  'session.failed': 'failed to sign in',
  'session.ended': 'ended a session',
  'desk_session.issued': 'asked for the desk',
  'desk_session.opened': 'sat down at the desk',
  'user.created': 'added a person',
  'user.updated': 'changed a person',
  'user.invited': 'invited a person',
  'user.reset_requested': 'asked for a new password',
  'user.password_changed': 'changed a password',
  'user.password_reset': 'set a new password',
  'user.deactivated': 'switched a person off',
  'user.enabled': 'switched a person on',
  'user.erased': 'erased a person',
  'api_key.created': 'made a key',
  'api_key.revoked': 'revoked a key',
  'sso_identity.linked': 'linked an identity',
  'sso_identity.unlinked': 'unlinked an identity',
  'passkey.registered': 'added a passkey',
  'passkey.removed': 'removed a passkey',
  'webhook.created': 'added a webhook',
  'webhook.updated': 'changed a webhook',
  'webhook.deleted': 'deleted a webhook',
  'export.requested': 'asked for an export',
  'sftp_login.created': 'made an SFTP login',
  'sftp_login.updated': 'changed an SFTP login',
  'sftp_login.deleted': 'deleted an SFTP login',
  'sftp_login.password_reset': 'made a new SFTP password',
  'sftp_login.failed': 'failed to sign in by SFTP',
  'sftp_login.unlocked': 'unlocked an SFTP login',
};

/** An act that this console has no words for is shown by its name. */
export const actOf = (type: string): string =>
  Object.hasOwn(KNOWN_EVENTS, type) ? (KNOWN_EVENTS[type] ?? type) : type;

/** A field that was changed, as the audit keeps it. */
const isChange = (value: unknown): value is { from?: unknown; to?: unknown } =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).length > 0 &&
  Object.keys(value).every((key) => key === 'from' || key === 'to');

/** What is left to say of metadata: words and numbers, each behind its name; companies by theirs. */
export function detailOf(
  metadata: Readonly<Record<string, unknown>>,
  companyName: (id: string | undefined) => string,
): string {
  const plain = (value: unknown): string => {
    if (value === null || value === undefined) return '';
    if (isChange(value)) return [plain(value.from), plain(value.to) || 'nothing'].filter(Boolean).join(' → ');
    if (typeof value === 'object') return JSON.stringify(value);
    return companyName(String(value)) || String(value);
  };
  return Object.entries(metadata)
    .map(([name, value]) => {
      const said = Array.isArray(value) ? value.map(plain).join(', ') : plain(value);
      return said === '' ? '' : `${NAMES[name] ?? name}: ${said}`;
    })
    .filter((line) => line !== '')
    .join(' · ');
}

const NAMES: Readonly<Record<string, string>> = {
  companyIds: 'companies',
  companyId: 'company',
  authMethod: 'with',
  operatorName: 'by',
};
