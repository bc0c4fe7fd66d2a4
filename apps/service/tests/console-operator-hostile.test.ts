import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../../../scripts/chromium.ts';
import { sitDownAsOperator, skip } from './console-operator-world.ts';
import type { Seat } from './console-world.ts';
import {
  type Account,
  activeParticipant,
  fixture,
  type Pappel,
  settled,
  signUp,
  startPappel,
  TIMBER,
} from './harness.ts';
import { HOSTILE, isReadEverywhere, nothingWasMade } from './hostile-text.ts';
import { newGln } from './new-gln.ts';
import { ask, firstOperator, newOperator, type Operator } from './operator-world.ts';

/** Where it must be read. */
const PLACES = [
  '/',
  '/approvals',
  '/addresses',
  '/addresses/{waiting}',
  '/accounts',
  `/accounts?q=${encodeURIComponent('<img')}`,
  '/accounts/{account}',
  '/documents',
  '/documents/{stuck}',
  '/desks',
  '/operators',
  '/audit',
] as const;

describe("what others write, on the screens of the operator's console", { skip, timeout: 900_000 }, () => {
  let pappel: Pappel;
  let browser: Browser;
  let seat: Seat;
  let ids: Record<string, string>;

  before(async () => {
    pappel = await startPappel();
    const account = await signUp(pappel, HOSTILE);
    await activeParticipant(pappel, account, TIMBER);
    const operator = await firstOperator(pappel);
    ids = await fill(account, operator);
    browser = await openBrowser();
    seat = await sitDownAsOperator(browser, pappel, operator);
  });
  after(async () => {
    await browser?.close();
    await pappel?.stop();
  });

  /** Writes it wherever a customer, an access point or another operator can, and answers what stands where. */
  async function fill(account: Account, operator: Operator): Promise<Record<string, string>> {
    const post = async (path: string, body: object) => {
      const answer = await pappel.call('POST', path, account.session, body);
      assert.ok(answer.status < 300, JSON.stringify(answer.body));
      return answer.body;
    };
    await post('/v1/users', { name: HOSTILE, email: 'somebody@example.org', role: 'member' });
    const waiting = await post('/v1/participants', {
      companyId: account.companyId,
      scheme: '0088',
      value: newGln(),
      name: HOSTILE,
      countryCode: 'SE',
      capabilities: [{ documentTypeId: 'invoice', direction: 'BOTH' }],
    });
    const { id } = await post('/v1/messages', {
      sender: TIMBER,
      receiver: '0192:810418052',
      type: 'invoice',
      payload: fixture('invoice.xml').replaceAll('991825827', '810418052'),
    });
    await settled(pappel, account, id);
    // What an access point answers; none of this network writes such a thing.
    await pappel.service.base.database.pool.query(
      `update messages set last_error_code = 'AS4_ERROR', last_error_message = $2 where id = $1`,
      [id, HOSTILE],
    );
    const other = await newOperator(pappel, operator, 'agent', HOSTILE);
    const act = async (path: string, body: object) => {
      const answer = await ask(pappel, 'POST', `/operator/v1/${path}`, other.token, body);
      assert.ok(answer.status < 300, JSON.stringify(answer.body));
      return answer.body;
    };
    const { token } = await act('desk-sessions', { accountId: account.accountId, reason: HOSTILE });
    const sat = await pappel.call('POST', '/v1/desk-sessions/exchange', undefined, { token });
    assert.ok(sat.status < 300, JSON.stringify(sat.body));
    const endpointUrl = 'https://as4.leverance.example/as4';
    await act('circuits/open', { endpointUrl, minutes: 60, reason: HOSTILE });
    return { waiting: waiting.id, account: account.accountId, stuck: id };
  }

  test('Names, reasons and error texts stand as text on every screen; nothing of them runs', async (t) => {
    await isReadEverywhere(seat, PLACES, ids);
    t.diagnostic(`${PLACES.length} screens`);
  });

  test('What is found by words, what asks about it and who is to be let in stand as text', async () => {
    const { page, go, problems } = seat;
    await go('/');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('<img');
    await page.getByRole('option').filter({ hasText: '<img src=x' }).first().waitFor();
    await nothingWasMade(page, 'find');
    await go('/approvals');
    await page.getByRole('button', { name: /^Reject/ }).click();
    await page.getByRole('dialog').waitFor();
    await nothingWasMade(page, 'what asks');
    await go(`/accounts/${ids['account']}`);
    await page.getByRole('button', { name: 'Suspend…' }).click();
    await page.getByRole('dialog').getByText('<img src=x').first().waitFor();
    await nothingWasMade(page, 'suspend');
    assert.deepEqual(problems, []);
  });
});
