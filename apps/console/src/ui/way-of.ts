import type { Mark, Tone } from '../texts/statuses.ts';

/** One corner of the way C1 to C4, and the line that leads on from it. */
export interface Stop {
  mark: Mark;
  tone: Tone | 'unknown';
  /** The line to the next corner; the last has none. */
  line?: Line;
}
export type Line = 'done' | 'moving' | 'waiting' | 'ahead' | 'cut';

export interface OnItsWay {
  direction: string;
  status: string;
  mls?: { status: string };
}

const DONE: Stop = { mark: 'done', tone: 'done' };
const UNKNOWN: Stop = { mark: 'unk', tone: 'unknown' };
const BROKEN: Stop = { mark: 'stop', tone: 'stop' };
const MOVING: Stop = { mark: 'move', tone: 'move' };

const on = (stop: Stop, line: Line): Stop => ({ ...stop, line });

/**
 * Where a document is on its way: sender, sender's access point, receiver's access point, receiver. The last corner is
 * full only where an answer from there says so: acceptance by the access point promises nothing beyond it.
 */
export function wayOf({ direction, status, mls }: OnItsWay): readonly [Stop, Stop, Stop, Stop] {
  const sent = on(DONE, 'done');
  if (direction === 'INBOUND')
    return status === 'ACKNOWLEDGED'
      ? [sent, sent, sent, DONE]
      : [sent, sent, on(DONE, 'ahead'), { mark: 'wait', tone: 'move' }];
  switch (status) {
    case 'VALIDATION_FAILED':
      return [sent, on(BROKEN, 'ahead'), on(UNKNOWN, 'ahead'), UNKNOWN];
    case 'SENDING':
      return [sent, on(MOVING, 'moving'), on(UNKNOWN, 'ahead'), UNKNOWN];
    case 'SEND_RETRY':
      return [sent, on(DONE, 'waiting'), on({ mark: 'retry', tone: 'wait' }, 'ahead'), UNKNOWN];
    case 'DISCOVERY_FAILED':
    case 'SEND_FAILED':
      return [sent, on(DONE, 'cut'), on(BROKEN, 'ahead'), UNKNOWN];
    case 'AS4_ACCEPTED':
      return [sent, sent, ...beyond(mls?.status)];
    default:
      return [sent, on(MOVING, 'ahead'), on(UNKNOWN, 'ahead'), UNKNOWN];
  }
}

function beyond(mls: string | undefined): [Stop, Stop] {
  switch (mls) {
    case 'ACCEPTED':
    case 'ACKNOWLEDGED':
      return [on(DONE, 'done'), DONE];
    case 'REJECTED':
      return [on(DONE, 'cut'), BROKEN];
    case 'PENDING':
      return [on(DONE, 'ahead'), { mark: 'wait', tone: 'move' }];
    default:
      return [on(DONE, 'ahead'), UNKNOWN];
  }
}

/** The same in one sentence, for who does not see the drawing. */
export function sentenceOf({ direction, status, mls }: OnItsWay): string {
  if (direction === 'INBOUND')
    return status === 'ACKNOWLEDGED' ? 'Collected by you' : 'At Pappel, waiting for you to collect';
  if (status === 'AS4_ACCEPTED') {
    if (mls?.status === 'REJECTED') return 'Delivered, then refused on the receiver’s side';
    const confirmed = mls?.status === 'ACCEPTED' || mls?.status === 'ACKNOWLEDGED';
    return `Accepted by the receiver’s access point${confirmed ? ' and confirmed by the receiver’s side' : ''}`;
  }
  return SENTENCES[status] ?? 'With Pappel';
}

const SENTENCES: Readonly<Record<string, string>> = {
  QUEUED_VALIDATION: 'With Pappel, being checked',
  QUEUED: 'With Pappel, about to be sent',
  SENDING: 'With Pappel, on its way to the receiver’s access point',
  SEND_RETRY: 'Waiting to be tried again at the receiver’s access point',
  VALIDATION_FAILED: 'Stopped at Pappel: rejected by the rules',
  DISCOVERY_FAILED: 'Stopped: receiver not found',
  SEND_FAILED: 'Stopped at the receiver’s access point',
};
