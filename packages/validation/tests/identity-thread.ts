import { threadId } from 'node:worker_threads';

/** Which thread it is that answers. */
export const answer = (): number => threadId;
