import type { AccountId, UserId } from '../ids.ts';

interface NoticeDigestTable {
  account_id: AccountId;
  user_id: UserId;
  kind: string;
  told_seq: string;
  newest_seq: string;
  due_at: Date | null;
  upto_seq: string | null;
  mail_id: string | null;
  mailed_at: Date | null;
}

export interface NoticeTables {
  notice_digests: NoticeDigestTable;
}
