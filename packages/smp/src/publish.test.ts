import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';
import { aliasToType } from '@pappel/peppol-ids/aliases';
import { type ParticipantId, parseParticipantId } from '@pappel/peppol-ids/participant-id';
import { Agent } from 'undici';
import {
  cancelMigrationOut,
  deleteBusinessCard,
  deleteServiceGroup,
  deleteServiceMetadata,
  finishMigrationOut,
  migrateIn,
  pushToDirectory,
  putBusinessCard,
  putServiceGroup,
  putServiceMetadata,
  type SmpWriter,
  startMigrationOut,
} from './publish.ts';

const FURNITURE = parseParticipantId('0192:991825827') as ParticipantId;
const GROUP = 'iso6523-actorid-upis%3A%3A0192%3A991825827';
const invoice = aliasToType('invoice');
assert.ok(invoice);
const type = encodeURIComponent(invoice.documentTypeId);

async function against<Outcome>(
  answer: { status: number; body?: string },
  work: (writer: SmpWriter) => Promise<Outcome>,
) {
  const requests: { line: string; headers: IncomingMessage['headers']; body: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    requests.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
    response.writeHead(answer.status).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const dispatcher = new Agent();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/smp`;
  const outcome = await work({ url, user: 'us', password: 'ö:x', dispatcher });
  await dispatcher.destroy();
  server.close();
  return { outcome, requests };
}

describe('what phoss SMP is asked [peppol-facts 3.7]', () => {
  const calls: [string, (writer: SmpWriter) => Promise<unknown>][] = [
    [`PUT /smp/${GROUP}`, (writer) => putServiceGroup(writer, FURNITURE)],
    [
      `PUT /smp/${GROUP}?create-in-sml=false`,
      (writer) => putServiceGroup(writer, FURNITURE, { inSml: false }),
    ],
    [`DELETE /smp/${GROUP}`, (writer) => deleteServiceGroup(writer, FURNITURE)],
    [
      `DELETE /smp/${GROUP}?delete-in-sml=false`,
      (writer) => deleteServiceGroup(writer, FURNITURE, { inSml: false }),
    ],
    [
      `PUT /smp/${GROUP}/services/${type}`,
      (writer) => putServiceMetadata(writer, FURNITURE, invoice.documentTypeId, '<x/>'),
    ],
    [
      `DELETE /smp/${GROUP}/services/${type}`,
      (writer) => deleteServiceMetadata(writer, FURNITURE, invoice.documentTypeId),
    ],
    [
      `PUT /smp/businesscard/${GROUP}`,
      (writer) => putBusinessCard(writer, { participant: FURNITURE, entities: [] }),
    ],
    [`DELETE /smp/businesscard/${GROUP}`, (writer) => deleteBusinessCard(writer, FURNITURE)],
    [`POST /smp/businesscard/${GROUP}/push`, (writer) => pushToDirectory(writer, FURNITURE)],
    [`PUT /smp/migration/outbound/start/${GROUP}`, (writer) => startMigrationOut(writer, FURNITURE)],
    [`PUT /smp/migration/outbound/cancel/${GROUP}`, (writer) => cancelMigrationOut(writer, FURNITURE)],
    [`PUT /smp/migration/outbound/finalize/${GROUP}`, (writer) => finishMigrationOut(writer, FURNITURE)],
    [
      `PUT /smp/migration/inbound/${GROUP}/aB%233%25%5B9xYz`,
      (writer) => migrateIn(writer, FURNITURE, 'aB#3%[9xYz'),
    ],
  ];
  for (const [line, call] of calls) {
    test(line.replaceAll(GROUP, '{participant}').replaceAll(type, '{type}'), async () => {
      const { requests } = await against({ status: 200 }, call);
      assert.equal(requests.length, 1);
      assert.equal(requests[0]?.line, line);
      assert.equal(requests[0]?.headers.authorization, `Basic ${Buffer.from('us:ö:x').toString('base64')}`);
    });
  }
  test('A service group is written with its participant and without references', async () => {
    const { requests } = await against({ status: 200 }, (writer) => putServiceGroup(writer, FURNITURE));
    assert.match(requests[0]?.body ?? '', />0192:991825827</);
    assert.doesNotMatch(requests[0]?.body ?? '', /href/);
    assert.match(requests[0]?.headers['content-type'] ?? '', /^application\/xml/);
  });
});

describe('what it answers', () => {
  const faults: [number, string][] = [
    [400, 'refused'],
    [401, 'unauthorized'],
    [403, 'unauthorized'],
    [404, 'not-found'],
    [409, 'refused'],
    [412, 'refused'],
    [429, 'unreachable'],
    [500, 'unreachable'],
    [503, 'unreachable'],
  ];
  for (const [status, fault] of faults) {
    test(`${status} is ${fault}, with its words`, async () => {
      const body = '<error>It is\n so.</error>';
      const { outcome } = await against({ status, body }, (writer) => putServiceGroup(writer, FURNITURE));
      assert.deepEqual(outcome, { ok: false, fault, message: `HTTP ${status}: It is so.` });
    });
  }
  test('The key that a migration starts with is read, whatever is around it; without one it has not started', async () => {
    const start = (body: string) =>
      against({ status: 200, body }, (writer) => startMigrationOut(writer, FURNITURE));
    const answer =
      '<migrationOutboundResponse success="true"><migrationKey> aB3$xY9@kQ </migrationKey></migrationOutboundResponse>';
    assert.deepEqual((await start(answer)).outcome, { ok: true, migrationKey: 'aB3$xY9@kQ' });
    for (const body of ['', '<a/>', 'no XML', '<a><migrationKey/></a>'])
      assert.equal((await start(body)).outcome.ok, false);
  });
  test('An SMP that is away is unreachable', async () => {
    const writer = { url: 'http://127.0.0.1:1', user: 'a', password: 'b', dispatcher: new Agent() };
    const outcome = await putServiceGroup(writer, FURNITURE);
    assert.ok(!outcome.ok && outcome.fault === 'unreachable');
  });
});
