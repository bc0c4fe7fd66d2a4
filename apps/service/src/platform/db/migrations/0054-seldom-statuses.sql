-- Documents of an account in statuses that few stay in, so that nobody walks through all the others to find them
-- (messages/rows-of-list.ts). On their way documents pass none of these, and cost nothing here.
create index messages_seldom on messages (account_id, status, created_at desc, id desc)
  where status in ('VALIDATION_FAILED', 'SEND_RETRY', 'SEND_FAILED', 'DISCOVERY_FAILED');
