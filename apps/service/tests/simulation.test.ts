import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { makeTemplate } from '../../../bench/simulation/simulated-database.ts';
import type { SimulationOptions, Told } from '../../../bench/simulation/simulation.ts';

/** One run of `npm run simulate`, always the same one. */
const RUN = { seeds: [7], months: 24, documents: 0.5, sleepDays: 31 };
const FILE = join(import.meta.dirname, '../../../bench/simulation/some-runs.ts');

test('Through 24 months of retries, failures and deaths no document is lost or doubled, and all that the clock asks for is done [MSG-12, MSG-16, MSG-27]', async () => {
  const serverUrl = process.env['TEST_DATABASE_URL'] ?? '';
  const template = await makeTemplate(serverUrl);
  const authority = process.env['TEST_LOCAL_AUTHORITY'];
  const options: Omit<SimulationOptions, 'seed'> = { ...RUN, serverUrl, template, authority };
  const { stdout } = await promisify(execFile)(process.execPath, [FILE, JSON.stringify(options)]);
  const { broken, documents, deaths }: Told = JSON.parse(stdout);
  assert.equal(broken, undefined, JSON.stringify(broken, null, 2));
  assert.ok(documents >= 12 && deaths > 0);
});
