import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { runPappel } from '../../apps/service/tests/command.ts';
import {
  type Account,
  activeParticipant,
  FURNITURE,
  newEnvironment,
  type Pappel,
  signUp,
  startPappel,
  TIMBER,
  until,
} from '../../apps/service/tests/harness.ts';
import { allDelivered, joining, Killable, submitSurely } from './killable.ts';

const BACKUP_PASSPHRASE = 'a passphrase of the drill';
const LINES = 4;
const BEFORE = 12;
const AFTER = 12;

/** Submits on several lines at once until it is told to stop. */
class Load {
  readonly ids: string[] = [];
  readonly #lines: Promise<void>[];
  #isOver = false;

  constructor(pappel: Pappel, account: Account) {
    const line = async (name: number): Promise<void> => {
      for (let i = 0; !this.#isOver; i++)
        this.ids.push(await submitSurely(pappel, account, TIMBER, FURNITURE, `line-${name}-${i}`));
    };
    this.#lines = Array.from({ length: LINES }, (_, name) => line(name));
  }

  async reaches(count: number): Promise<void> {
    const enough = await until(
      async () => this.ids.length >= count,
      (isEnough) => isEnough,
      120_000,
    );
    assert.ok(enough, `${this.ids.length} documents of ${count}`);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#lines);
  }
}

/** How far somebody has read who reads all events. */
const lastSeq = async (pappel: Pappel, account: Account): Promise<number> => {
  for (let after = 0; ; ) {
    const { body } = await pappel.call('GET', `/v1/events?limit=100&after=${after}`, account.key);
    after = body.lastSeq;
    if (body.nextCursor === undefined) return after;
  }
};

/** How often each document came, by the reference that its sender gave it. */
async function arrivals(pappel: Pappel, account: Account): Promise<string[]> {
  const found: string[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await pappel.call(
      'GET',
      `/v1/messages?direction=INBOUND&limit=100${cursor}`,
      account.key,
    );
    found.push(...body.messages.map((message: { sbdhInstanceId: string }) => message.sbdhInstanceId));
    if (body.nextCursor === undefined) return found;
    cursor = `&cursor=${encodeURIComponent(body.nextCursor)}`;
  }
}

test('What was taken before a backup is there after a restore, and nothing of it arrives twice [MSG-59]', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pappel-drill-'));
  const first = await startPappel();
  const { DATABASE_URL: _, ...env } = await newEnvironment(joining(first));
  const lost = new Killable(env);
  await lost.start();
  const restored = new Killable({ ...env, DATA_DIR: join(folder, 'elsewhere') });
  let load: Load | undefined;
  try {
    const receiver = await signUp(first, 'Fjord Furniture AS', 'NO');
    await activeParticipant(first, receiver, FURNITURE);
    const pappel = lost.asPappel();
    const sender = await signUp(pappel);
    await activeParticipant(pappel, sender, TIMBER);

    load = new Load(pappel, sender);
    await load.reaches(BEFORE);
    const takenBefore = [...load.ids];
    const backup = await runPappel(['backup', join(folder, 'backup'), '--json'], {
      ...env,
      BACKUP_PASSPHRASE,
    });
    assert.equal(backup.status, 0, backup.stderr);
    await load.reaches(load.ids.length + AFTER);
    await load.stop();
    const lastBefore = await lastSeq(pappel, sender);
    await lost.kill(true);
    rmSync(env['DATA_DIR'] ?? '', { recursive: true });

    const restore = await runPappel(['restore', join(folder, 'backup'), '--json'], {
      ...env,
      DATA_DIR: join(folder, 'elsewhere'),
      BACKUP_PASSPHRASE,
    });
    assert.equal(restore.status, 0, restore.stderr);
    const report = JSON.parse(restore.stdout);
    assert.ok(report.underWay > 0, 'nothing was under way: the load is too small for this test');
    assert.deepEqual(report.missing, []);
    await restored.start();

    const again = restored.asPappel();
    const settled = [];
    for (const id of takenBefore) {
      const { body } = await again.call('GET', `/v1/messages/${id}`, sender.key);
      settled.push({ id, status: body.status, code: body.lastErrorCode });
    }
    const unsettled = settled.filter(
      ({ status, code }) => status !== 'AS4_ACCEPTED' && code !== 'RESTORED_FROM_BACKUP',
    );
    assert.deepEqual(unsettled, []);

    // What may have been sent is sent again only when somebody says so, under the same ids.
    const failed = await again.call('GET', '/v1/messages?status=SEND_FAILED&limit=100', sender.key);
    assert.equal(failed.body.messages.length, report.underWay);
    const ids = failed.body.messages.map(({ id }: { id: string }) => id);
    for (const id of ids) assert.equal((await again.operate(`messages/${id}/retry`)).status, 200);
    await allDelivered(again, sender, [...takenBefore, ...ids]);
    const came = await arrivals(first, receiver);
    assert.equal(new Set(came).size, came.length, 'a document came twice');

    // Who has read all events before the end, and goes on from there, misses none that came after it.
    const { body } = await again.call('GET', `/v1/events?limit=100&after=${lastBefore}`, sender.key);
    const told = body.events.map((event: { data: { messageId: string } }) => event.data.messageId);
    assert.ok(ids.every((id: string) => told.includes(id)));
  } finally {
    await load?.stop();
    await restored.stop();
    await lost.stop();
    await first.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
