import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createAgent } from '@pappel/as4/transport';
import { aliasToType } from '@pappel/peppol-ids/aliases';
import { readAnchors } from '@pappel/pki/anchors';
import { Trust } from '@pappel/pki/trust';
import { createNaptrResolver } from '@pappel/smp/context';
import { discover } from '@pappel/smp/discover';
import { type LocalNetwork, openLocalNetwork } from '../src/network.ts';

async function lookups({ anchorsPem, tlsCaPem, dns, zone, farSide }: LocalNetwork): Promise<string[]> {
  const anchors = readAnchors(anchorsPem, 'local');
  const invoice = aliasToType('invoice');
  assert.ok('anchors' in anchors && invoice && farSide);
  const dispatcher = createAgent({ tlsCaPem });
  const trust = new Trust(anchors.anchors);
  const context = {
    resolveNaptr: createNaptrResolver([dns]),
    dispatcher,
    trust,
    zone,
    clock: () => new Date(),
  };
  const found: string[] = [];
  for (const { name, participant } of farSide.receivers) {
    const discovery = await discover(context, { participant, ...invoice });
    found.push(`${name} ${discovery.kind}`);
  }
  await dispatcher.destroy();
  return found;
}

test('The far side is found again under its addresses after a restart, wherever it listens then', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'pappel-far-side-'));
  const options = { dataDir, networkDir: join(dataDir, 'localnet'), host: '127.0.0.1', withFarSide: true };
  const rounds: string[][] = [];
  for (let round = 0; round < 2; round++) {
    const network = await openLocalNetwork(options);
    rounds.push(await lookups(network));
    await network.close();
  }
  assert.deepEqual(rounds[1], rounds[0]);
  assert.deepEqual(
    rounds[0]?.filter((line) => !line.endsWith(' found')),
    ['UNKNOWN not-registered', 'OTHER_DOCUMENT_TYPES unsupported', 'CERTIFICATE_EXPIRED unusable'],
  );
  rmSync(dataDir, { recursive: true });
});
