import { type OpenedEnvelope, openEnvelope } from './open-envelope.ts';

export const answer = openEnvelope;

/** Given back, not copied: a document may have forty megabytes. */
export const given = (opened: OpenedEnvelope): ArrayBuffer[] =>
  opened.ok ? [opened.payload.buffer as ArrayBuffer] : [];
