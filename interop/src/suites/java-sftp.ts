import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../../apps/service/src/platform/db/embedded-postgres.ts';
import {
  connect,
  newInvoice,
  newLogin,
  sidecar,
  startSftpWorld,
} from '../../../apps/service/tests/sftp-world.ts';
import type { CaseBook } from '../case-book.ts';
import { Peer } from '../peer.ts';

const SUITE = 'SFTP';
const FOLDERS = 'd archive,d failed,d inbox,d outbox,d sent';

/** An installation of Pappel, and the SFTP clients that programs in Java use. */
export async function javaSftp(book: CaseBook, scratch: string): Promise<void> {
  const postgresDir = join(scratch, 'sftp-postgres');
  rmSync(postgresDir, { recursive: true, force: true });
  mkdirSync(postgresDir, { recursive: true });
  const postgres = await startEmbeddedPostgres(postgresDir, () => undefined);
  process.env['TEST_DATABASE_URL'] = postgres.url;
  const world = await startSftpWorld();
  const peer = await Peer.start({ folder: 'sftp-clients', main: 'SftpClients' }, scratch, { args: [] });
  const login = await newLogin(world.pappel, world.timber);
  const home = `/${world.company}/${world.participant}`;
  const { body } = await world.pappel.call('GET', '/v1/sftp/connection', world.timber.key);
  const at = { ...login, port: String(world.port), home, fingerprint: body.hostKeyFingerprint };
  const client = await connect(world, login);
  for (const name of ['sshj', 'jsch']) {
    await book.run(SUITE, `${name} uploads, renames, lists and is kept in the tree`, async () => {
      const document = Buffer.from(newInvoice());
      const answer = await peer.call(name, at, document);
      assert.deepEqual([answer.of('names'), answer.of('refused')], [FOLDERS, 'true']);
      assert.ok(await sidecar(client, `${home}/sent/${name}.json`));
      const sent = await client.get(`${home}/sent/${name}.xml`);
      const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
      assert.equal(hash(sent as Buffer), hash(document));
    });
  }
  await client.end();
  peer.stop();
  await world.pappel.stop();
  await postgres.stop();
}
