import { readlinkSync } from 'node:fs';
import { getPriority } from 'node:os';

/** The priority of the thread that is asked, and that of the process. */
export const answer = (): [number, number] => {
  const id = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  return [getPriority(id), getPriority(process.pid)];
};
