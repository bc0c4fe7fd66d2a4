import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  type Account,
  activeParticipant,
  FURNITURE,
  fixture,
  type Pappel,
  signUp,
  startPappel,
  TIMBER,
} from './harness.ts';
import { newCompany, newKey, newPerson, signIn } from './people.ts';

const DOCUMENTS = 11;
let pappel: Pappel;
let account: Account;
before(async () => {
  pappel = await startPappel();
  account = await signUp(pappel);
  await activeParticipant(pappel, account, TIMBER);
  for (let number = 0; number < DOCUMENTS; number++) {
    const submission = {
      sender: TIMBER,
      receiver: FURNITURE,
      type: 'invoice',
      payload: fixture('invoice.xml'),
    };
    assert.equal((await pappel.call('POST', '/v1/messages', account.key, submission)).status, 202);
  }
  for (let number = 0; number < 5; number++) {
    await newCompany(pappel, account, `Company ${number}`);
    await newKey(pappel, account.session);
    await signIn(pappel, account.email);
    await newPerson(pappel, account.session, 'member');
  }
});
after(() => pappel.stop());

interface Page {
  ids: string[];
  nextCursor?: string;
  prevCursor?: string;
}

/** What a list is called in its answer. */
const LISTS: Record<string, string> = {
  messages: '/v1/messages',
  companies: '/v1/companies',
  participants: '/v1/participants',
  users: '/v1/users',
  apiKeys: '/v1/api-keys',
  sessions: '/v1/sessions',
  identities: '/v1/sso/identities',
  rows: '/v1/audit',
};

async function page(list: string, query: Record<string, string | undefined>): Promise<Page> {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const answer = await pappel.call('GET', `${LISTS[list]}?${new URLSearchParams(given)}`, account.session);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const { nextCursor, prevCursor } = answer.body;
  return { ids: answer.body[list].map(({ id }: { id: string }) => id), nextCursor, prevCursor };
}

const codeOf = async (path: string, token = account.session): Promise<string> => {
  const { status, body } = await pappel.call('GET', path, token);
  return [status, body.error?.code].filter(Boolean).join(' ');
};

describe('pages [GEN-20] [GEN-21]', () => {
  for (const list of Object.keys(LISTS)) {
    test(`${list}: nextCursor passed back as cursor gives every row once; when it is absent the list is complete`, async () => {
      const whole = await page(list, { limit: '100' });
      assert.equal(whole.nextCursor, undefined);
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const next = await page(list, { limit: '2', cursor });
        assert.ok(next.ids.length <= 2);
        seen.push(...next.ids);
        cursor = next.nextCursor;
      } while (cursor !== undefined);
      // What a list of the audit was asked for is not in it; sessions and keys do not change meanwhile.
      assert.deepEqual(seen, whole.ids);
    });
  }
  for (const list of Object.keys(LISTS)) {
    test(`${list}: before with a nextCursor gives exactly the page that it came with, for who holds nothing else [GEN-21]`, async () => {
      const pages: Page[] = [];
      let cursor: string | undefined;
      do {
        const next = await page(list, { limit: '3', cursor });
        pages.push(next);
        cursor = next.nextCursor;
      } while (cursor !== undefined);
      if (list === 'messages')
        assert.deepEqual(
          pages.map(({ ids }) => ids.length),
          [3, 3, 3, 2],
        );
      for (const [i, { ids, nextCursor }] of pages.slice(0, -1).entries()) {
        const again = await page(list, { limit: '3', before: nextCursor });
        assert.deepEqual(again.ids, ids);
        assert.equal(again.prevCursor === undefined, i === 0);
      }
    });
  }
  test('Every list that takes a cursor takes before [GEN-21]', async () => {
    const { body } = await pappel.call('GET', '/openapi.json');
    const lists = Object.entries<{ get?: { parameters?: { name: string }[] } }>(body.paths).flatMap(
      ([path, { get }]) => (get?.parameters?.some(({ name }) => name === 'cursor') ? { path, get } : []),
    );
    assert.ok(lists.length >= 9, `${lists.length}`);
    for (const { path, get } of lists)
      assert.ok(
        get.parameters?.some(({ name }) => name === 'before'),
        path,
      );
  });
  test('before with a prevCursor gives the page before, back to the first, which has none', async () => {
    const first = await page('messages', { limit: '4' });
    const second = await page('messages', { limit: '4', cursor: first.nextCursor });
    const third = await page('messages', { limit: '4', cursor: second.nextCursor });
    assert.equal(first.prevCursor, undefined);
    const back = await page('messages', { limit: '4', before: third.prevCursor });
    assert.deepEqual(back.ids, second.ids);
    const start = await page('messages', { limit: '4', before: back.prevCursor });
    assert.deepEqual([start.ids, start.prevCursor], [first.ids, undefined]);
    const forth = await page('messages', { limit: '4', cursor: start.nextCursor });
    assert.deepEqual(forth.ids, second.ids);
  });
  test('before is not combined with cursor', async () => {
    const { nextCursor } = await page('messages', { limit: '3' });
    const both = `/v1/messages?cursor=${nextCursor}&before=${nextCursor}`;
    assert.equal(await codeOf(both), '400 VALIDATION_FAILED');
  });
});

describe('values of a query [GEN-23] [GEN-24]', () => {
  const wrong = [
    ...['limit=0', 'limit=101', 'limit=-1', 'limit=1.0', 'limit=1e1', 'limit=0x10', 'limit=%205', 'limit=+5'],
    ...[
      'limit=',
      'limit=five',
      'limit=05',
      'limit=5&limit=6',
      'limit=99999999999999999999',
      'counts=1',
      'counts=yes',
    ],
    ...[
      'from=2026-02-30',
      'from=2026-13-01',
      'from=2026-2-3',
      'from=yesterday',
      'from=',
      'to=2026-02-30T10:00:00Z',
    ],
    ...[
      'from=2026-02-28T25:00:00Z',
      'from=2026-02-28T10:00:00',
      'from=2026-02-02&to=2026-02-01',
      'nonsense=1',
    ],
  ];
  test('that are none are 400: strict whole numbers, days that exist, and from before to', async () => {
    for (const query of wrong)
      assert.equal(await codeOf(`/v1/messages?${query}`), '400 VALIDATION_FAILED', query);
  });
  test('from after to, and days that do not exist, are 400 wherever a period is asked for', async () => {
    const { body } = await pappel.call('GET', '/v1/participants', account.key);
    const lists = ['/v1/companies', '/v1/participants', `/v1/participants/${body.participants[0].id}/audit`];
    for (const path of [
      ...lists,
      '/v1/messages',
      '/v1/audit',
      '/v1/usage',
      '/v1/events',
      '/v1/webhooks/deliveries',
    ])
      for (const period of ['from=2026-02-02&to=2026-02-01', 'from=2026-02-30', 'to=2026-04-31'])
        assert.equal(await codeOf(`${path}?${period}`), '400 VALIDATION_FAILED', `${path}?${period}`);
  });
  test('limit=0 with counts answers the counts alone', async () => {
    const { status, body } = await pappel.call('GET', '/v1/messages?limit=0&counts=true', account.key);
    assert.deepEqual([status, body.messages, body.counts.total], [200, [], DOCUMENTS]);
  });
});
