import type { DocumentEventType, EventType } from '../platform/events/event.ts';
import type { DigestKind, NoticeEvent } from '../platform/jobs/catalog.ts';
import type { NoticeKind } from '../users/notice-kinds.ts';

/** What each digest tells of; as in the index of 0014-notices.sql. */
export const DIGESTS: Readonly<Record<DigestKind, readonly DocumentEventType[]>> = {
  documentsArrived: ['document.received'],
  documentsFailed: ['document.validation_failed', 'document.discovery_failed', 'document.send_failed'],
};

/** What is mailed by itself, at once. */
export const SINGLE: Readonly<Record<NoticeEvent, NoticeKind>> = {
  'webhook.failing': 'webhooks',
  'webhook.disabled': 'webhooks',
  'export.done': 'exports',
  'export.failed': 'exports',
};

export const DIGEST_KINDS = Object.keys(DIGESTS) as DigestKind[];

export const digestOf = (type: EventType): DigestKind | undefined =>
  DIGEST_KINDS.find((kind) => (DIGESTS[kind] as readonly string[]).includes(type));

export const isSingle = (type: EventType): type is NoticeEvent => type in SINGLE;
