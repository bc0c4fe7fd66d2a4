import type { components } from '@pappel/client/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ApiError, call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';

export type Address = components['schemas']['Participant'];

/** Own addresses that may be the sender of something. */
export const sendersQuery = (companyId: string | undefined) =>
  queryOptions({
    queryKey: ['participants', 'senders', companyId],
    queryFn: async () => {
      const { participants } = await call(
        api.GET('/v1/participants', { params: { query: { companyId, limit: 100 } } }),
      );
      return participants.filter(
        ({ status, capabilities }) =>
          (status === 'READY' || status === 'ACTIVE') &&
          capabilities.some(({ direction }) => direction !== 'RECEIVE'),
      );
    },
  });

/** Whether a receiver is on the network, and what it takes. */
export type Reach =
  | { kind: 'found'; name: string | undefined; types: readonly string[] }
  | { kind: 'not found' }
  | { kind: 'malformed'; message: string }
  | { kind: 'no answer'; message: string };

export const ADDRESS = /^\d{4}:\S{1,60}$/;

export const receiverQuery = (address: string) =>
  queryOptions({
    queryKey: ['network', 'receiver', address],
    enabled: ADDRESS.test(address),
    staleTime: 60_000,
    retry: false,
    queryFn: async (): Promise<Reach> => {
      const path = { peppolId: address };
      try {
        const { participant } = await call(
          api.GET('/v1/network/participants/{peppolId}', { params: { path } }),
        );
        if (!participant.exists) return { kind: 'not found' };
        const { capabilities } = await call(
          api.GET('/v1/network/participants/{peppolId}/capabilities', { params: { path } }),
        );
        const types = [...new Set(capabilities.flatMap(({ type }) => type ?? []))];
        return { kind: 'found', name: participant.name, types };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return { kind: error.status === 400 ? 'malformed' : 'no answer', message: error.message };
      }
    },
  });

/** The largest document that is checked while one types; larger ones are checked when they are sent. */
export const CHECKED_BYTES = 1_048_576;

export const checkQuery = (payload: string, type: string | undefined) =>
  queryOptions({
    queryKey: ['check', payload, type],
    enabled: payload.trim() !== '' && payload.length <= CHECKED_BYTES,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    queryFn: () => call(api.POST('/v1/messages/validate', { body: { payload, ...(type ? { type } : {}) } })),
  });

export interface Draft {
  sender: string;
  receiver: string;
  payload: string;
  externalReference: string;
  type: string | undefined;
}

/** Hands in a document under its form's own key: pressed twice, it is sent once. Larger ones are uploaded first. */
export async function send(draft: Draft, key: string, companyId: string) {
  const { sender, receiver, payload, externalReference, type } = draft;
  const bytes = new TextEncoder().encode(payload);
  const content =
    bytes.length <= CHECKED_BYTES ? { payload } : { payloadObjectKey: await upload(bytes, companyId) };
  return call(
    api.POST('/v1/messages', {
      params: { header: { 'Idempotency-Key': key } },
      body: {
        sender,
        receiver,
        ...content,
        ...(type ? { type } : {}),
        ...(externalReference ? { externalReference } : {}),
      },
    }),
  );
}

async function upload(bytes: Uint8Array<ArrayBuffer>, companyId: string): Promise<string> {
  const { payloadObjectKey, uploadUrl } = await call(
    api.POST('/v1/messages/uploads', { body: { companyId, bytes: bytes.length } }),
  );
  const answer = await fetch(new URL(uploadUrl, location.origin).pathname, {
    method: 'PUT',
    body: bytes,
    headers: { 'content-type': 'application/octet-stream' },
  });
  if (!answer.ok) throw new ApiError(answer.status, await answer.json().catch(() => undefined));
  return payloadObjectKey;
}
