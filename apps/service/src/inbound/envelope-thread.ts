import { parentPort } from 'node:worker_threads';
import { openEnvelope } from './open-envelope.ts';

parentPort?.on('message', (bytes: Uint8Array) => {
  const opened = openEnvelope(bytes);
  // Given back, not copied: a document may have forty megabytes.
  const given = opened.ok ? [opened.payload.buffer as ArrayBuffer] : [];
  parentPort?.postMessage(opened, given);
});
