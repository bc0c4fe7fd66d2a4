import { createHmac, timingSafeEqual } from 'node:crypto';
import { parseId, type UserId } from '../platform/ids.ts';
import { sealingKey } from '../platform/seal.ts';
import { isNoticeKind, type NoticeKind } from '../users/notice-kinds.ts';

export interface LinkDeps {
  secretKey: Buffer;
  publicUrl: string;
}

/** Where one user stops one kind of mail without signing in: signed, so that nothing is kept for it. [NTC-6] */
export function unsubscribeUrl({ secretKey, publicUrl }: LinkDeps, userId: UserId, kind: NoticeKind): string {
  return `${publicUrl}/v1/unsubscribe/${userId}.${kind}.${signatureOf(secretKey, userId, kind)}`;
}

/** Whose mails of which kind a link stops, if we signed it. It says nothing about whether there is such a user. */
export function readUnsubscribe(
  secretKey: Buffer,
  token: string,
): { userId: UserId; kind: NoticeKind } | undefined {
  const [id = '', kind = '', signature = '', ...rest] = token.split('.');
  const userId = parseId<'User'>(id);
  if (!userId || !isNoticeKind(kind) || rest.length > 0) return undefined;
  const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(secretKey, userId, kind))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? { userId, kind } : undefined;
}

const signatureOf = (secretKey: Buffer, userId: UserId, kind: NoticeKind): string =>
  createHmac('sha256', sealingKey(secretKey, 'unsubscribe links'))
    .update(`${userId}.${kind}`)
    .digest('base64url');
