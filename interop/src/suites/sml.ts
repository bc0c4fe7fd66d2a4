import assert from 'node:assert/strict';
import { type ParticipantId, parseParticipantId } from '@pappel/peppol-ids/participant-id';
import { newMigrationKey } from '@pappel/smp/migration-key';
import {
  createParticipant,
  createParticipants,
  createSmp,
  deleteParticipant,
  deleteParticipants,
  deleteSmp,
  listParticipants,
  migrate,
  prepareMigration,
  readSmp,
  type SmlContext,
  type SmlOutcome,
  updateSmp,
} from '@pappel/smp/sml';
import { Agent } from 'undici';
import type { CaseBook } from '../case-book.ts';
import type { Peer } from '../peer.ts';
import type { World } from '../world.ts';

function id(value: string): ParticipantId {
  const parsed = parseParticipantId(value);
  assert.ok(parsed);
  return parsed;
}
const ids = [1, 2, 3, 4, 5].map((n) => id(`9915:interop-${n}`));
const [FIRST = id('9915:x')] = ids;
const ADDRESS = { url: 'https://smp.example.org', ip: '127.0.0.1' };

const done = (outcome: SmlOutcome): void => assert.deepEqual(outcome, { ok: true });
const fault = (outcome: { ok: true } | { ok: false; fault: string; message: string }, name: string): void => {
  assert.equal(outcome.ok ? 'no fault' : outcome.fault, name);
  assert.ok(!outcome.ok && outcome.message.length > 0);
};

/** Our client against services that were generated from the SML's published contract. */
export async function ourSmlClient(book: CaseBook, world: World, commons: Peer): Promise<void> {
  const suite = "Our SML client at a server of the contract's";
  const port = (await commons.call('sml-start', { directory: world.stores })).of('port');
  const connect = { ca: world.pki.tlsCaPem, key: world.smp.keyPem, cert: world.smp.certificatePem };
  const dispatcher = new Agent({ connect });
  const as = (smpId: string): SmlContext => ({
    url: `https://localhost:${port}/sml`,
    smpId,
    dispatcher,
    retryAfterMs: [1],
  });
  const [ours, theirs] = [as('OURS'), as('THEIRS')];
  await book.run(suite, 'an SMP is created, read, changed', async () => {
    done(await createSmp(ours, ADDRESS));
    done(await createSmp(theirs, ADDRESS));
    assert.deepEqual(await readSmp(ours), { ok: true, address: ADDRESS });
    done(await updateSmp(ours, { ...ADDRESS, url: 'https://new.example.org' }));
    const read = await readSmp(ours);
    assert.equal(read.ok && read.address.url, 'https://new.example.org');
  });
  await book.run(suite, 'participants are created, listed page by page, deleted', async () => {
    done(await createParticipant(ours, FIRST));
    done(await createParticipants(ours, ids.slice(1)));
    const seen: string[] = [];
    let page = await listParticipants(ours);
    for (; page.ok; page = await listParticipants(ours, page.nextPage)) {
      seen.push(...page.participants);
      if (page.nextPage === undefined) break;
    }
    assert.deepEqual(new Set(seen), new Set(ids));
    done(await deleteParticipants(ours, ids.slice(1)));
  });
  await book.run(suite, 'a participant migrates with its key, and with no other', async () => {
    const key = newMigrationKey();
    done(await prepareMigration(ours, FIRST, key));
    fault(await migrate(theirs, FIRST, newMigrationKey()), 'not-found');
    done(await migrate(theirs, FIRST, key));
    fault(await migrate(theirs, FIRST, key), 'not-found');
    fault(await deleteParticipant(ours, FIRST), 'unauthorized');
    done(await deleteParticipant(theirs, FIRST));
  });
  await faults(book, suite, as);
  await book.run(suite, 'without client certificate there is no way in', async () => {
    const stranger = new Agent({ connect: { ca: world.pki.tlsCaPem } });
    fault(await createSmp({ ...ours, dispatcher: stranger }, ADDRESS), 'unreachable');
    await stranger.close();
  });
  await book.run(suite, 'an SMP is deleted', async () => {
    done(await deleteSmp(ours));
    fault(await readSmp(ours), 'not-found');
  });
  await dispatcher.close();
}

/** Every operation with every fault that its contract names and this server can be brought to. */
async function faults(book: CaseBook, suite: string, as: (smpId: string) => SmlContext): Promise<void> {
  const key = newMigrationKey();
  const operations: [string, (context: SmlContext) => Promise<Parameters<typeof fault>[0]>][] = [
    ['createSmp', (sml) => createSmp(sml, ADDRESS)],
    ['readSmp', readSmp],
    ['updateSmp', (sml) => updateSmp(sml, ADDRESS)],
    ['deleteSmp', deleteSmp],
    ['createParticipant', (sml) => createParticipant(sml, FIRST)],
    ['createParticipants', (sml) => createParticipants(sml, ids)],
    ['deleteParticipant', (sml) => deleteParticipant(sml, FIRST)],
    ['deleteParticipants', (sml) => deleteParticipants(sml, ids)],
    ['listParticipants', (sml) => listParticipants(sml)],
    ['prepareMigration', (sml) => prepareMigration(sml, FIRST, key)],
    ['migrate', (sml) => migrate(sml, FIRST, key)],
  ];
  for (const [name, operation] of operations) {
    await book.run(
      suite,
      `${name}: unauthorized, internal${name === 'createSmp' ? '' : ' and not found'}`,
      async () => {
        fault(await operation(as('UNAUTHORIZED')), 'unauthorized');
        fault(await operation(as('INTERNAL')), 'internal');
        if (name !== 'createSmp') fault(await operation(as('NOBODY')), 'not-found');
      },
    );
  }
  await book.run(suite, 'what is there already is a bad request', async () => {
    fault(await createSmp(as('OURS'), ADDRESS), 'bad-request');
    done(await createParticipant(as('OURS'), FIRST));
    fault(await createParticipant(as('THEIRS'), FIRST), 'bad-request');
    fault(await createParticipants(as('THEIRS'), ids), 'bad-request');
    done(await deleteParticipant(as('OURS'), FIRST));
  });
}

/** peppol-commons' client, which phoss SMP uses, against the local network's SML. */
export async function foreignSmlClient(book: CaseBook, commons: Peer, smlUrl: string): Promise<void> {
  const suite = "peppol-commons' SML client at our SML";
  const call = async (action: string, args: Record<string, string> = {}): Promise<string> =>
    (await commons.call('sml-call', { sml: smlUrl, smpId: 'COMMONS', action, ...args })).text;
  await book.run(suite, 'an SMP is created, read, changed; twice is a bad request', async () => {
    assert.equal(await call('create-smp', { url: 'https://a.example.org' }), 'done');
    assert.equal(await call('create-smp', { url: 'https://a.example.org' }), 'BadRequestFault');
    assert.equal(await call('update-smp', { url: 'https://b.example.org' }), 'done');
    assert.equal(await call('read-smp'), 'https://b.example.org');
    assert.equal(await call('read-smp', { smpId: 'NOBODY' }), 'NotFoundFault');
    assert.equal(await call('read-smp', { smpId: 'OURS' }), 'UnauthorizedFault');
  });
  await book.run(suite, 'participants are created, listed, migrated, deleted', async () => {
    const participant = { participant: '9915:commons' };
    assert.equal(await call('create', participant), 'done');
    assert.equal(await call('create', participant), 'BadRequestFault');
    assert.equal(await call('list'), '1');
    const migrationKey = await call('prepare', participant);
    assert.equal(await call('migrate', { ...participant, migrationKey: 'wrong' }), 'NotFoundFault');
    assert.equal(await call('migrate', { ...participant, migrationKey }), 'done');
    assert.equal(await call('delete', participant), 'done');
    assert.equal(await call('delete', participant), 'NotFoundFault');
    assert.equal(await call('delete-smp'), 'done');
  });
}
