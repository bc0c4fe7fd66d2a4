import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { archiveOf, type Entry, filesBelow } from '../apps/service/src/backup/folder-archive.ts';
import { writeBackup } from '../apps/service/src/backup/write-backup.ts';
import {
  activeParticipant,
  FURNITURE,
  fixture,
  type Pappel,
  settled,
  signUp,
  startWith,
  TIMBER,
} from '../apps/service/tests/harness.ts';
import { type KeptRelease, RELEASE_PASSPHRASE, RELEASES } from '../apps/service/tests/kept-release.ts';
import { freePortSettings } from './free-ports.ts';

/**
 * Keeps a small installation of this version, as a backup with what its tests know of it, from which every later version
 * must be able to go on: tests/upgrade.test.ts. Run once for each release: node scripts/keep-release.ts
 */
const folder = mkdtempSync(join(tmpdir(), 'pappel-release-'));
const DATA_DIR = join(folder, 'data');
const env = { ...(await freePortSettings()), DATA_DIR };
const pappel = await startWith(env);
try {
  const kept = await fill(pappel);
  const backup = join(folder, 'backup');
  const made = await writeBackup(backup, {
    config: pappel.service.base.config,
    settings: env,
    files: [],
    passphrase: RELEASE_PASSPHRASE,
  });
  if ('problem' in made) throw new Error(made.problem);
  const file = join(RELEASES, `${made.release}.tar`);
  await pipeline(archiveOf(all(backup, kept)).stream, createWriteStream(file));
  console.log(`${file} is kept`);
} finally {
  await pappel.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** A customer, two addresses, and a document that one has sent to the other. */
async function fill(one: Pappel): Promise<KeptRelease> {
  const account = await signUp(one);
  await activeParticipant(one, account, TIMBER);
  await activeParticipant(one, account, FURNITURE);
  const document = { sender: TIMBER, receiver: FURNITURE, type: 'invoice', payload: fixture('invoice.xml') };
  const { body } = await one.call('POST', '/v1/messages', account.key, document);
  const { status } = await settled(one, account, body.id);
  if (status !== 'AS4_ACCEPTED') throw new Error(`the document is ${status}`);
  return { key: account.key, sent: body.id };
}

async function* all(backup: string, kept: KeptRelease): AsyncGenerator<Entry> {
  yield { name: 'kept.json', text: JSON.stringify(kept) };
  for await (const { name, path } of filesBelow(backup)) yield { name: `backup/${name}`, path };
}
