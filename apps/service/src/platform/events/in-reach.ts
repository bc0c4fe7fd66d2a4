import { isConfined, type Reach, reaches } from '../access/reach.ts';
import type { LogEvent } from './log-event.ts';

/** Whether this reach hears of an event. What belongs to the account as a whole is for who reaches all of it. */
export function isInReach(reach: Reach, event: LogEvent): boolean {
  if (event.accountId !== reach.accountId) return false;
  return event.companyId === undefined ? !isConfined(reach) : reaches(reach, event.companyId);
}
