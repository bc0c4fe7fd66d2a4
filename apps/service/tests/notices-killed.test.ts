import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Killable } from '../../../localnet/tests/killable.ts';
import { openDatabase } from '../src/platform/db/database.ts';
import { overAll } from '../src/platform/db/roots.ts';
import { insertEvents } from '../src/platform/events/record.ts';
import { asId } from './as-id.ts';
import { newEnvironment, signUp, until } from './harness.ts';
import { dueNow } from './notice-world.ts';
import { partsOf, startMailbox } from './people.ts';

/** `CRASH_ROUNDS=50 node --test …` for a long run. */
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 2);
/** Fewer than a mail names. */
const EVENTS_A_ROUND = 12;

test(`A node killed ${ROUNDS} times while it mails: each document is told in one mail, and only a mail that was being handed over comes again, as the same one [NTC-4]`, async (context) => {
  const mailbox = await startMailbox();
  // Between the mail and the answer is the moment that nobody can close.
  mailbox.answerAfterMs = 300;
  const env = await newEnvironment({ SMTP_URL: mailbox.url, MAIL_FROM: 'peppol@example.org' });
  const victim = new Killable(env);
  await victim.start();
  const pappel = victim.asPappel();
  const { db, pool, close } = openDatabase(env['DATABASE_URL'] ?? '', { onError: () => undefined });
  const ticking = new AbortController();
  try {
    const account = await signUp(pappel);
    const { body: me } = await pappel.call('GET', '/v1/me', account.session);
    const wanted = { notifications: { documentsArrived: true } };
    await pappel.call('PATCH', `/v1/users/${me.user.id}`, account.session, wanted);
    const numbers: string[] = [];
    const happen = async () => {
      const messageId = randomUUID();
      const number = `N-${numbers.length}-`;
      const event = {
        accountId: asId<'Account'>(account.accountId),
        companyId: asId<'Company'>(account.companyId),
        messageId: asId<'Message'>(messageId),
        type: 'document.received' as const,
        data: {
          messageId,
          direction: 'INBOUND' as const,
          status: 'CUSTOMER_DELIVERY_QUEUED',
          sender: '0007:5567321707',
          receiver: '0192:991825827',
          documentNumber: number,
        },
      };
      await insertEvents([event]).execute(overAll(db, 'job'));
      numbers.push(number);
    };
    const textOf = (raw: string) => partsOf(raw).text;
    const isTold = (number: string) => mailbox.mails.some(({ raw }) => textOf(raw).includes(number));
    const allTold = () =>
      until(
        async () => numbers.filter((number) => !isTold(number)).length,
        (count) => count === 0,
        60_000,
      );
    const ticks = (async () => {
      while (!ticking.signal.aborted) {
        await dueNow(pool);
        await sleep(40);
      }
    })();
    for (let round = 0; round < ROUNDS; round++) {
      const happening = (async () => {
        for (let i = 0; i < EVENTS_A_ROUND; i++) {
          await happen();
          await sleep(20);
        }
      })();
      const before = mailbox.mails.length;
      // Every other time in that moment, else anywhere.
      if (round % 2 === 0)
        await until(
          async () => mailbox.mails.length,
          (count) => count > before,
          30_000,
        );
      else await sleep(100 + ((round * 53) % 400));
      await victim.kill();
      await happening;
      await victim.start();
      await allTold();
    }
    ticking.abort();
    await ticks;
    const byId = Map.groupBy(mailbox.mails, ({ raw }) => /^Message-ID: (\S+)/im.exec(raw)?.[1] ?? '');
    const texts = [...byId.values()].map((mails) => {
      const same = new Set(mails.map(({ raw }) => textOf(raw)));
      assert.equal(same.size, 1, 'what came again is the same mail');
      return [...same][0] ?? '';
    });
    for (const number of numbers)
      assert.equal(texts.filter((text) => text.includes(number)).length, 1, `${number} stands in one mail`);
    const again = mailbox.mails.length - byId.size;
    assert.ok(again <= ROUNDS);
    context.diagnostic(
      `${ROUNDS} kills, ${numbers.length} documents in ${byId.size} mails, 0 untold, 0 in two mails; ${again} mails came again under their Message-ID`,
    );
  } finally {
    ticking.abort();
    await victim.stop();
    await close();
    await mailbox.close();
  }
});
