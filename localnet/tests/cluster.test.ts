import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stressCluster } from './cluster-stress.ts';

/** `npm run stress:nodes` for a long run, with figures. */
const KILLS = 2;

test('Of two nodes one is killed under load again and again: nothing that was accepted is lost, nothing is doubled, and whoever is not answered asks once more [MSG-22, OPR-43]', async () => {
  const { kills, outbound, inbound, readElsewhere } = await stressCluster({
    kills: KILLS,
    seed: 2,
    lines: 3,
  });
  assert.equal(
    kills.reduce((sum, some) => sum + some),
    KILLS,
  );
  for (const { accepted, delivered, lost, doubled, mostTries, refusals } of [outbound, inbound]) {
    assert.ok(accepted >= KILLS);
    assert.deepEqual({ delivered, lost, doubled }, { delivered: accepted, lost: 0, doubled: 0 });
    assert.ok(mostTries <= 2, `${mostTries} tries: ${JSON.stringify(refusals)}`);
  }
  assert.ok(readElsewhere > 0);
});
