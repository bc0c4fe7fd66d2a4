import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { operatorRoutes } from '../src/operator-server.ts';
import { apiRoutes } from '../src/server.ts';
import {
  type Account,
  activeParticipant,
  FURNITURE,
  fixture,
  type Pappel,
  request,
  settled,
  signUp,
  startPappel,
  TIMBER,
} from './harness.ts';

/** What stands in a document and nowhere else. */
const SECRET = 'Seventeen-oak-tables-for-the-castle';
const payload = fixture('invoice.xml').replace('Pine board', SECRET);

let pappel: Pappel;
let timber: Account;
let sent: { id: string; participantId: string };
/** Documents as they were delivered, and one that nobody takes, at which staff will look. */
const messages: string[] = [];

before(async () => {
  assert.ok(payload.includes(SECRET));
  pappel = await startPappel();
  timber = await signUp(pappel);
  const furniture = await signUp(pappel, 'Fjord Furniture AS', 'NO');
  const participantId = await activeParticipant(pappel, timber, TIMBER);
  await activeParticipant(pappel, furniture, FURNITURE);
  for (const receiver of [FURNITURE, '0192:974760673']) {
    const { body } = await pappel.call('POST', '/v1/messages', timber.key, {
      sender: TIMBER,
      receiver,
      type: 'invoice',
      payload,
    });
    await settled(pappel, timber, body.id);
    messages.push(body.id);
  }
  const { body } = await pappel.call('GET', '/v1/messages?direction=INBOUND', furniture.key);
  messages.push(body.messages[0].id);
  sent = { id: messages[0] ?? '', participantId };
  const read = await pappel.call('GET', `/v1/messages/${sent.id}/payload`, timber.key);
  assert.ok(String(read.body).includes(SECRET));
});
after(() => pappel.stop());

test('No route of the operator answers with anything of what stands in a document [OPR-6]', async () => {
  const { features, base } = pappel.service;
  const month = new Date().toISOString().slice(0, 7);
  const read = async (path: string): Promise<number> => {
    const answer = await request('GET', `${pappel.operator}${path}`, base.operatorToken);
    assert.ok(!JSON.stringify(answer.body).includes(SECRET), path);
    assert.ok(answer.status < 500, `${path}: ${answer.status}`);
    return answer.status;
  };
  const statuses: number[] = [];
  for (const [name] of operatorRoutes(features)) {
    const [method, path = ''] = name.split(' ');
    if (method !== 'GET') continue;
    for (const id of [...messages, sent.participantId, timber.accountId, timber.companyId]) {
      const asked = path
        .replace('{month}', month)
        .replace('{kind}', 'TSR')
        .replaceAll(/\{[a-zA-Z]+\}/g, id);
      statuses.push(await read(asked));
      if (asked === path) break;
    }
  }
  assert.ok(statuses.filter((status) => status === 200).length > 5, statuses.join());
});

test('What opens the side of the operator opens no document on the other, and none has its path there [OPR-6]', async () => {
  const { features, base } = pappel.service;
  const paths = apiRoutes(features).flatMap(
    ([name]) => /^GET (\/v1\/messages\/\{id\}.*)$/.exec(name)?.[1] ?? [],
  );
  assert.ok(paths.length > 3, paths.join());
  for (const path of paths.flatMap((one) => messages.map((id) => one.replace('{id}', id)))) {
    assert.equal((await pappel.call('GET', path, base.operatorToken)).status, 401, path);
    assert.equal((await request('GET', `${pappel.operator}${path}`, base.operatorToken)).status, 404, path);
  }
});
