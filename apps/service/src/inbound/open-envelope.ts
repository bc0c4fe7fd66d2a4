import { createHash } from 'node:crypto';
import { readSbd } from '@pappel/sbdh/read';
import type { Sbdh, SbdhError } from '@pappel/sbdh/sbdh';

export type OpenedEnvelope =
  | {
      ok: true;
      sbdh: Sbdh;
      payload: Uint8Array;
      /** Of the payload, hexadecimal. */
      sha256: string;
    }
  | { ok: false; errors: SbdhError[] };

/** Reads an envelope and hashes what is in it: the work on a message that grows with the document. */
export function openEnvelope(bytes: Uint8Array): OpenedEnvelope {
  const reading = readSbd(bytes);
  if (!reading.ok) return reading;
  const { sbdh, payload } = reading;
  return { ok: true, sbdh, payload, sha256: createHash('sha256').update(payload).digest('hex') };
}
