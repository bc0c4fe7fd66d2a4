import { readlinkSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/** So much lower that whoever answers requests goes first; with nobody else at work it costs nothing. */
const LOWER_BY = 10;

/**
 * Lets every other thread of the process go first on the processor. Only on Linux, where each thread has a priority of
 * its own; elsewhere nothing happens.
 */
export function lowerPriorityOfThread(): void {
  if (process.platform !== 'linux') return;
  const id = ownThreadId();
  if (id === undefined) return;
  setPriority(id, Math.min(constants.priority.PRIORITY_LOW, getPriority(id) + LOWER_BY));
}

/** As the kernel counts threads; undefined where it does not say. */
function ownThreadId(): number | undefined {
  try {
    return Number(/\d+$/.exec(readlinkSync('/proc/thread-self'))?.[0]) || undefined;
  } catch {
    return undefined;
  }
}
