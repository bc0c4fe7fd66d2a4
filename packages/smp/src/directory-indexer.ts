import { canonicalId, type ParticipantId } from '@pappel/peppol-ids/participant-id';
import { request } from 'undici';
import type { DirectoryContext } from './directory.ts';

/** Its `dispatcher` presents the SMP's certificate as TLS client: entries belong to whoever made them. */
export type IndexerContext = DirectoryContext;

export type IndexerOutcome =
  | { ok: true }
  | { ok: false; fault: 'unauthorized' | 'not-found' | 'bad-request' | 'unreachable'; message: string };

const TIMEOUT_MS = 15_000;

/**
 * Asks the Directory to read the participant's business card and service group again [PD-spec 5]. It comes for them by DNS,
 * some time later: ask only once the SML has the participant.
 */
export function indexParticipant(
  context: IndexerContext,
  participant: ParticipantId,
): Promise<IndexerOutcome> {
  return call(context, 'PUT', '', canonicalId(participant));
}

/** Takes the participant out of the Directory. `not-found` when it is not in; `unauthorized` when another SMP put it there. */
export function unindexParticipant(
  context: IndexerContext,
  participant: ParticipantId,
): Promise<IndexerOutcome> {
  return call(context, 'DELETE', encodeURIComponent(canonicalId(participant)));
}

/** Whether the Directory has the participant. */
export function isIndexed(context: IndexerContext, participant: ParticipantId): Promise<IndexerOutcome> {
  return call(context, 'GET', encodeURIComponent(canonicalId(participant)));
}

async function call(
  context: IndexerContext,
  method: 'PUT' | 'GET' | 'DELETE',
  path: string,
  body?: string,
): Promise<IndexerOutcome> {
  try {
    const answer = await request(`${context.url}/indexer/1.0/${path}`, {
      dispatcher: context.dispatcher,
      method,
      headers: { 'user-agent': 'Pappel', ...(body ? { 'content-type': 'text/plain; charset=utf-8' } : {}) },
      body,
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.body.dump({ limit: 65_536 });
    return outcomeOf(answer.statusCode);
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    return { ok: false, fault: 'unreachable', message: message || code || 'the connection failed' };
  }
}

function outcomeOf(status: number): IndexerOutcome {
  if (status >= 200 && status < 300) return { ok: true };
  const message = `the Directory answers ${status}`;
  if (status === 401 || status === 403) return { ok: false, fault: 'unauthorized', message };
  if (status === 404) return { ok: false, fault: 'not-found', message };
  return { ok: false, fault: status === 400 ? 'bad-request' : 'unreachable', message };
}
