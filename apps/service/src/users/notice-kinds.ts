/** What a user can be mailed, and whether that is so until the user says otherwise. [NTC-1] */
export const NOTICE_KINDS = ['documentsArrived', 'documentsFailed', 'webhooks', 'exports'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];
export type Notifications = Record<NoticeKind, boolean>;

export const isNoticeKind = (text: string): text is NoticeKind =>
  (NOTICE_KINDS as readonly string[]).includes(text);

export function notificationsOf(kinds: readonly string[]): Notifications {
  const entries = NOTICE_KINDS.map((kind) => [kind, kinds.includes(kind)] as const);
  return Object.fromEntries(entries) as Notifications;
}
