/**
 * `npm run bench:search`: how long the API takes to find in an account of 100,000 documents, for what one types on the way
 * to a number, for words that all or many documents share, and for the operator's people.
 */
import { availableParallelism, cpus } from 'node:os';
import { request, signUp, startPappel, TIMBER } from '../apps/service/tests/harness.ts';
import { globalSetup, globalTeardown } from '../scripts/test-setup.ts';
import { DOCUMENTS, fill } from './large-account.ts';

const TIMES = 9;
/** What is typed on the way to the number of an old document, and of a new one. */
const NUMBERS = ['B', 'B9', 'B97', 'B977', 'B9777', 'B97777', 'B977777', 'B90000', 'B900007'];
const WORDS = ['0007', TIMBER, 'B97 invoice', 'nothing like it'];

await globalSetup();
const pappel = await startPappel();
try {
  const account = await signUp(pappel);
  await fill(pappel, account);
  const { pool } = pappel.service.base.database;
  const old = await pool.query(
    "select id, as4_message_id, sbdh_instance_id from messages where document_number = 'B977777'",
  );
  const asCustomer = (query: string) => () => pappel.call('GET', `/v1/messages?${query}`, account.key);
  const asOperator = (query: string) => () =>
    request('GET', `${pappel.operator}/operator/v1/messages?${query}`, pappel.service.base.operatorToken);
  console.log(`${cpus()[0]?.model}, ${availableParallelism()} cores; ${DOCUMENTS} documents`);
  console.log(`milliseconds of ${TIMES} answers${' '.repeat(27)}median   worst   rows`);
  for (const q of [...NUMBERS, ...WORDS])
    await time(`q=${q}`, asCustomer(new URLSearchParams({ q }).toString()));
  await time('q=B97, counted', asCustomer('q=B97&counts=true&limit=0'));
  await time('q=B97, 100 as CSV', asCustomer('q=B97&limit=100&format=csv'));
  await time('q=B97, refused ones', asCustomer('q=B97&status=VALIDATION_FAILED'));
  await time('documentNumber=B977777', asCustomer('documentNumber=B977777'));
  const [{ id, as4_message_id: as4, sbdh_instance_id: sbdh }] = old.rows;
  for (const [name, q] of Object.entries({
    address: TIMBER,
    id,
    'AS4 id': as4,
    'envelope id': sbdh,
    nothing: '0007:1',
  }))
    await time(`operator, ${name}`, asOperator(new URLSearchParams({ q }).toString()));
} finally {
  await pappel.stop();
  await globalTeardown();
}

async function time(name: string, ask: () => ReturnType<typeof request>): Promise<void> {
  const taken: number[] = [];
  let rows = '';
  for (let i = 0; i < TIMES; i++) {
    const begun = performance.now();
    const { status, body } = await ask();
    taken.push(performance.now() - begun);
    if (status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`);
    rows = typeof body === 'object' ? String(body.messages.length) : '';
  }
  const [median, worst] = [taken.toSorted((a, b) => a - b)[TIMES >> 1], Math.max(...taken)];
  console.log(
    name.padEnd(40) +
      [median, worst].map((ms) => (ms ?? 0).toFixed(1).padStart(8)).join('') +
      rows.padStart(8),
  );
}
