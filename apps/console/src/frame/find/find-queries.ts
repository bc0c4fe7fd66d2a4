import type { components } from '@pappel/client/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import type { Reading } from './reading.ts';

type Schemas = components['schemas'];
export interface Found {
  documents: readonly Schemas['Message'][];
  addresses: readonly Schemas['Participant'][];
  people: readonly Schemas['User'][];
  keys: readonly Schemas['ApiKey'][];
  /** How long it took; milliseconds. */
  took: number;
}

const SHOWN = 5;

/** Everything of the account that fits what was typed, group by group. */
export const findQuery = (reading: Reading, companyId: string | undefined, isAdmin: boolean) =>
  queryOptions({
    queryKey: ['find', reading, companyId, isAdmin],
    enabled: reading.as !== 'nothing',
    placeholderData: keepPreviousData,
    // What is typed on takes back what was asked before: a slow answer to few letters holds up none to more.
    queryFn: async ({ signal }): Promise<Found> => {
      const from = performance.now();
      const [documents, addresses, people, keys] = await Promise.all([
        documentsOf(reading, companyId, signal),
        addressesOf(reading, companyId, signal),
        isAdmin && reading.as === 'words' ? peopleOf(reading.words, signal) : [],
        isAdmin && reading.as === 'key' ? keysOf(reading.prefix, signal) : [],
      ]);
      return { documents, addresses, people, keys, took: Math.round(performance.now() - from) };
    },
  });

async function documentsOf(reading: Reading, companyId: string | undefined, signal: AbortSignal) {
  if (reading.as === 'id') {
    const document = await call(
      api.GET('/v1/messages/{id}', { params: { path: { id: reading.id } }, signal }),
    ).catch(() => undefined);
    return document ? [document] : [];
  }
  if (reading.as !== 'words' && reading.as !== 'address') return [];
  const query = { q: reading.words, companyId, limit: SHOWN };
  const answer = await call(api.GET('/v1/messages', { params: { query }, signal }));
  return typeof answer === 'string' ? [] : answer.messages;
}

async function addressesOf(reading: Reading, companyId: string | undefined, signal: AbortSignal) {
  if (reading.as === 'id') {
    const address = await call(
      api.GET('/v1/participants/{id}', { params: { path: { id: reading.id } }, signal }),
    ).catch(() => undefined);
    return address ? [address] : [];
  }
  if (reading.as !== 'words' && reading.as !== 'address') return [];
  const query = { q: reading.words, companyId, limit: SHOWN };
  return (await call(api.GET('/v1/participants', { params: { query }, signal }))).participants;
}

async function peopleOf(words: string, signal: AbortSignal) {
  const { users } = await call(api.GET('/v1/users', { params: { query: { limit: 100 } }, signal }));
  const asked = words.toLowerCase();
  return users
    .filter(({ name, email }) => name.toLowerCase().includes(asked) || email.toLowerCase().includes(asked))
    .slice(0, SHOWN);
}

async function keysOf(prefix: string, signal: AbortSignal) {
  const { apiKeys } = await call(api.GET('/v1/api-keys', { params: { query: { limit: 100 } }, signal }));
  return apiKeys.filter((key) => key.prefix.startsWith(prefix) || prefix.startsWith(key.prefix));
}
