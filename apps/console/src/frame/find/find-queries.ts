import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import type { components } from '../../api/contract.gen.ts';
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
    queryFn: async (): Promise<Found> => {
      const from = performance.now();
      const [documents, addresses, people, keys] = await Promise.all([
        documentsOf(reading, companyId),
        addressesOf(reading, companyId),
        isAdmin && reading.as === 'words' ? peopleOf(reading.words) : [],
        isAdmin && reading.as === 'key' ? keysOf(reading.prefix) : [],
      ]);
      return { documents, addresses, people, keys, took: Math.round(performance.now() - from) };
    },
  });

async function documentsOf(reading: Reading, companyId: string | undefined) {
  if (reading.as === 'id') {
    const document = await call(api.GET('/v1/messages/{id}', { params: { path: { id: reading.id } } })).catch(
      () => undefined,
    );
    return document ? [document] : [];
  }
  if (reading.as !== 'words' && reading.as !== 'address') return [];
  const query = { q: reading.words, companyId, limit: SHOWN };
  const answer = await call(api.GET('/v1/messages', { params: { query } }));
  return typeof answer === 'string' ? [] : answer.messages;
}

async function addressesOf(reading: Reading, companyId: string | undefined) {
  if (reading.as === 'id') {
    const address = await call(
      api.GET('/v1/participants/{id}', { params: { path: { id: reading.id } } }),
    ).catch(() => undefined);
    return address ? [address] : [];
  }
  if (reading.as !== 'words' && reading.as !== 'address') return [];
  const query = { q: reading.words, companyId, limit: SHOWN };
  return (await call(api.GET('/v1/participants', { params: { query } }))).participants;
}

async function peopleOf(words: string) {
  const { users } = await call(api.GET('/v1/users', { params: { query: { limit: 100 } } }));
  const asked = words.toLowerCase();
  return users
    .filter(({ name, email }) => name.toLowerCase().includes(asked) || email.toLowerCase().includes(asked))
    .slice(0, SHOWN);
}

async function keysOf(prefix: string) {
  const { apiKeys } = await call(api.GET('/v1/api-keys', { params: { query: { limit: 100 } } }));
  return apiKeys.filter((key) => key.prefix.startsWith(prefix) || prefix.startsWith(key.prefix));
}
