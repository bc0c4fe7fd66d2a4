import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import openapiTypes, { astToString } from 'openapi-typescript';
import { featuresToDescribe } from '../src/features.ts';
import { apiRoutes, describeApi } from '../src/server.ts';

/** What a client of the API would write with the types. */
const USE = `
import type { components, operations } from './api.ts';

type Message = components['schemas']['Message'];
type Sending = operations['sendMessage']['requestBody']['content']['application/json'];
type Listing = operations['listMessages']['responses'][200]['content']['application/json'];
type Refusal = components['schemas']['Error']['error'];

export const sending: Sending = {
  sender: '0007:5567321707',
  receiver: '0192:991825827',
  type: 'invoice',
  payload: '<Invoice/>',
};
export const waiting = (listing: Listing): Message[] =>
  listing.messages.filter(({ status }) => status === 'CUSTOMER_DELIVERY_QUEUED');
export const mayTryAgain = ({ code }: Refusal): boolean => code === 'RATE_LIMITED' || code === 'UNAVAILABLE';
// @ts-expect-error: there is no such status
export const wrong = (message: Message): boolean => message.status === 'LOST';
// @ts-expect-error: a sender is needed
export const incomplete: Sending = { receiver: '0192:991825827' };
`;

test('A TypeScript client generated from the description compiles, and its types catch mistakes [GEN-10]', async () => {
  const document = describeApi(apiRoutes(featuresToDescribe()), 'https://pappel.example.com', 'TEST');
  const types = astToString(await openapiTypes(JSON.stringify(document)));
  const folder = mkdtempSync(join(tmpdir(), 'pappel-client-'));
  try {
    writeFileSync(join(folder, 'api.ts'), types);
    writeFileSync(join(folder, 'use.ts'), USE);
    const compiler = join(import.meta.dirname, '../../../node_modules/typescript/bin/tsc');
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--skipLibCheck'];
    const run = promisify(execFile)(process.execPath, [
      compiler,
      ...options,
      '--allowImportingTsExtensions',
      join(folder, 'use.ts'),
    ]);
    assert.equal((await run.catch((error) => error)).stdout, '');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
