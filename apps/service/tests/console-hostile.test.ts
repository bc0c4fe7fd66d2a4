import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../../../scripts/chromium.ts';
import { sitDown, skip } from './console-world.ts';
import {
  type Account,
  activeParticipant,
  FURNITURE,
  fixture,
  type Pappel,
  settled,
  signUp,
  startPappel,
  TIMBER,
  until,
} from './harness.ts';
import { HOSTILE, isReadEverywhere, nothingWasMade } from './hostile-text.ts';
import { newGln } from './new-gln.ts';
import { newCompany } from './people.ts';
import { type Receiver, startReceiver } from './webhook-receiver.ts';

const ESCAPED = HOSTILE.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Every field of a document that its reader is shown. */
const hostileInvoice = (number: string): string =>
  fixture('invoice.xml')
    .replace(/<cbc:ID>[^<]*</, `<cbc:ID>${number} ${ESCAPED}<`)
    .replace(/<cbc:(RegistrationName|Name|BuyerReference|StreetName)>[^<]*</g, `<cbc:$1>${ESCAPED}<`)
    .replace(
      '<cac:AccountingSupplierParty>',
      `<cac:AdditionalDocumentReference><cbc:ID>${ESCAPED}</cbc:ID><cbc:DocumentDescription>${ESCAPED}</cbc:DocumentDescription><cac:Attachment><cbc:EmbeddedDocumentBinaryObject mimeCode="text/csv" filename="${ESCAPED}.csv">YQ==</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:AdditionalDocumentReference><cac:AccountingSupplierParty>`,
    );

describe('what others write, on the screens of the console', { skip, timeout: 900_000 }, () => {
  let pappel: Pappel;
  let account: Account;
  let receiver: Receiver;
  let browser: Browser;
  let ids: Record<string, string>;

  before(async () => {
    pappel = await startPappel({ WEBHOOK_SCHEDULE: '0,7200' });
    receiver = await startReceiver();
    receiver.answer = (_delivered, response) =>
      response.writeHead(500, { 'content-type': 'text/html', 'x-hostile': HOSTILE }).end(HOSTILE);
    account = await signUp(pappel, HOSTILE);
    ids = await fill();
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    await pappel?.stop();
    await receiver?.close();
  });

  const post = async (path: string, body: object) =>
    (await pappel.call('POST', path, account.session, body)).body;

  /** Writes it wherever somebody else can, and answers what stands where. */
  async function fill(): Promise<Record<string, string>> {
    await post('/v1/webhooks', { url: receiver.url, description: HOSTILE });
    await post('/v1/api-keys', { name: HOSTILE });
    await post('/v1/users', { name: HOSTILE, email: 'somebody@example.org', role: 'member' });
    const company = await newCompany(pappel, account, HOSTILE);
    const address = await activeParticipant(pappel, account, TIMBER);
    await pappel.call('PATCH', `/v1/participants/${address}`, account.session, { name: HOSTILE });
    await activeParticipant(pappel, account, FURNITURE);
    const refused = await post('/v1/participants', {
      companyId: account.companyId,
      scheme: '0088',
      value: newGln(),
      name: HOSTILE,
      countryCode: 'SE',
    });
    await pappel.operate(`participants/${refused.id}/reject`, { reason: HOSTILE });
    const delivered = await submit(hostileInvoice('X1'));
    const rejected = await submit(
      hostileInvoice('X2').replace(/>[\d.]+<\/cbc:TaxInclusiveAmount>/, '>1.00</cbc:TaxInclusiveAmount>'),
    );
    const failed = await submit(hostileInvoice('X3'));
    // What access points and receivers answer; none of this network writes such a thing.
    const { pool } = pappel.service.base.database;
    await pool.query(
      `update messages set last_error_code = 'AS4_ERROR', last_error_message = $2 where id = $1`,
      [failed, HOSTILE],
    );
    await pool.query(`update messages set mls = $2 where id = $1`, [
      delivered,
      {
        status: 'REJECTED',
        code: 'RE',
        description: HOSTILE,
        receivedAt: new Date().toISOString(),
      },
    ]);
    const { body } = await until(
      () => pappel.call('GET', '/v1/webhooks/deliveries?status=PENDING', account.session),
      (answer) => answer.body.deliveries.some(({ attempts }: { attempts: number }) => attempts > 0),
    );
    const delivery = body.deliveries.find(({ attempts }: { attempts: number }) => attempts > 0).id;
    const inbound = await until(
      () => pappel.call('GET', '/v1/messages?direction=INBOUND', account.session),
      (answer) => answer.body.messages.length > 0,
    );
    return {
      company,
      address,
      refused: refused.id,
      delivered,
      rejected,
      failed,
      delivery,
      received: inbound.body.messages[0].id,
    };
  }

  async function submit(payload: string): Promise<string> {
    const { id } = await post('/v1/messages', {
      sender: TIMBER,
      receiver: FURNITURE,
      type: 'invoice',
      payload,
      externalReference: HOSTILE,
    });
    return (await settled(pappel, account, id)).id;
  }

  /** Where it must be read, and that it must be. */
  const PLACES = [
    '/',
    '/documents',
    `/documents?q=${encodeURIComponent(HOSTILE)}`,
    `/documents?status=${encodeURIComponent(HOSTILE)}`,
    '/documents/{delivered}',
    '/documents/{delivered}?view=xml',
    '/documents/{delivered}?view=webhooks',
    '/documents/{delivered}?view=details',
    '/documents/{rejected}',
    '/documents/{failed}',
    '/documents/{received}',
    '/inbox?document={received}',
    '/addresses',
    '/addresses/{address}',
    '/addresses/{refused}',
    `/network?q=${TIMBER}`,
    `/network?q=${encodeURIComponent(HOSTILE)}`,
    '/webhooks?status=PENDING&delivery={delivery}',
    '/events',
    '/usage',
    '/companies',
    '/companies/{company}',
    '/access',
    '/audit',
    '/account',
  ] as const;

  test('Names, XML, reasons, error texts and answers stand as text on every screen; nothing of them runs', async (t) => {
    await isReadEverywhere(await sitDown(browser, pappel, account.session), PLACES, ids);
    t.diagnostic(`${PLACES.length} screens`);
  });

  test('Their answer to a webhook is read as it came', async () => {
    const { page, go, problems } = await sitDown(browser, pappel, account.session);
    await go(`/webhooks?status=PENDING&delivery=${ids['delivery']}`);
    await page.getByRole('tab', { name: 'They answered' }).click();
    const answer = page.getByRole('region', { name: 'Answer' });
    await answer.getByText(HOSTILE).first().waitFor();
    assert.deepEqual(problems, []);
  });

  test('The readable document shows names of parties, lines and attachments as text', async () => {
    const { page, go, problems } = await sitDown(browser, pappel, account.session);
    await go(`/documents/${ids['delivered']}?view=invoice`);
    const document = page.frameLocator('iframe');
    await document.getByText('<img src=x').first().waitFor();
    assert.equal(await document.locator('[src=x], [onerror], script').count(), 0);
    assert.deepEqual(problems, []);
  });

  test('What is found by words is shown as text, and so are the words', async () => {
    const { page, go, problems } = await sitDown(browser, pappel, account.session);
    await go('/documents');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find' }).fill('X1');
    await page.getByRole('option').filter({ hasText: '<img src=x' }).first().waitFor();
    await page.getByRole('combobox', { name: 'Find' }).fill(HOSTILE);
    await page
      .getByText(/Nothing fits|<img/)
      .first()
      .waitFor();
    await nothingWasMade(page, 'find');
    assert.deepEqual(problems, []);
  });
});
