import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { openBrowser, withoutChromium } from '../../../scripts/chromium.ts';
import { type Account, type Answer, type Pappel, signUp, startPappel } from './harness.ts';
import { newPerson, type Person } from './people.ts';
import { giveAuthenticator } from './virtual-authenticator.ts';

/** What a page has of a browser's passkeys: the types of this project know no browser. */
interface BrowserWithPasskeys {
  PublicKeyCredential: Record<
    'parseCreationOptionsFromJSON' | 'parseRequestOptionsFromJSON',
    (json: unknown) => unknown
  >;
  navigator: {
    credentials: Record<'create' | 'get', (options: { publicKey: unknown }) => Promise<Credential>>;
  };
}
interface Credential {
  toJSON(): { id: string; response: Record<string, unknown> };
}

describe('passkeys in Chromium', { skip: withoutChromium }, () => {
  let pappel: Pappel;
  let account: Account;
  let browser: Browser;
  let page: Page;
  let devtools: CDPSession;
  let authenticatorId: string;

  before(async () => {
    pappel = await startPappel();
    account = await signUp(pappel);
    browser = await openBrowser();
    page = await browser.newPage();
    // A page of the service that may call it.
    await page.goto(`${pappel.api.replace('127.0.0.1', 'localhost')}/set-password`);
    ({ devtools, authenticatorId } = await giveAuthenticator(page));
  });
  after(async () => {
    await browser?.close();
    await pappel?.stop();
  });

  /** What a sign-in page does, in the page: calls us, and asks the authenticator. */
  const inPage = (
    kind: 'create' | 'get',
    session?: string,
  ): Promise<{ status: number; body: Answer['body'] }> =>
    page.evaluate(
      async ([ceremony, token]) => {
        const post = async (path: string, body?: unknown) => {
          const answer = await fetch(path, {
            method: 'POST',
            headers: {
              ...(body ? { 'content-type': 'application/json' } : {}),
              ...(token ? { authorization: `Bearer ${token}` } : {}),
            },
            body: body ? JSON.stringify(body) : undefined,
          });
          return { status: answer.status, body: await answer.json() };
        };
        const { navigator, PublicKeyCredential } = globalThis as unknown as BrowserWithPasskeys;
        if (ceremony === 'create') {
          const { body } = await post('/v1/passkeys/challenge');
          const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(body.publicKey);
          const { id, response } = (await navigator.credentials.create({ publicKey })).toJSON();
          const { attestationObject, clientDataJSON, transports } = response;
          return post('/v1/passkeys', {
            name: 'Chromium',
            id,
            attestationObject,
            clientDataJSON,
            transports,
          });
        }
        const { body } = await post('/v1/auth/passkey/challenge');
        const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(body.publicKey);
        const { id, response } = (await navigator.credentials.get({ publicKey })).toJSON();
        const { authenticatorData, clientDataJSON, signature, userHandle } = response;
        return post('/v1/auth/passkey/login', {
          id,
          authenticatorData,
          clientDataJSON,
          signature,
          userHandle,
        });
      },
      [kind, session] as const,
    );

  const setCounter = async (signCount: number): Promise<void> => {
    const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId });
    for (const credential of credentials) {
      const { credentialId } = credential;
      await devtools.send('WebAuthn.removeCredential', { authenticatorId, credentialId });
      await devtools.send('WebAuthn.addCredential', {
        authenticatorId,
        credential: { ...credential, signCount },
      });
    }
  };

  let person: Person;

  test('registers a passkey for a signed-in user', async () => {
    person = await newPerson(pappel, account.session, 'member');
    const answer = await inPage('create', person.session);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    assert.deepEqual([answer.body.name, answer.body.transports], ['Chromium', ['internal']]);
    assert.match(answer.body.aaguid, /^[0-9a-f-]{36}$/);
  });
  test('signs in with it, without a name, again and again', async () => {
    for (let i = 0; i < 3; i++) {
      const answer = await inPage('get');
      assert.deepEqual([answer.status, answer.body.user?.id], [200, person.id], JSON.stringify(answer.body));
      const me = await pappel.call('GET', '/v1/me', answer.body.token);
      assert.equal(me.body.session.authMethod, 'passkey');
    }
  });
  test('does not make a second passkey for the same user on the same authenticator [PKY-6]', async () => {
    await assert.rejects(() => inPage('create', person.session), /InvalidStateError/);
  });
  test('A higher counter is taken; a lowered one is PASSKEY_CLONE_DETECTED and locks the passkey [PKY-3]', async () => {
    await setCounter(1000);
    assert.equal((await inPage('get')).status, 200);
    await setCounter(0);
    const lowered = await inPage('get');
    assert.deepEqual([lowered.status, lowered.body.error?.code], [401, 'PASSKEY_CLONE_DETECTED']);
    await setCounter(2000);
    assert.equal((await inPage('get')).status, 401);
  });
  test('A user who is not verified by the authenticator does not get in', async () => {
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await assert.rejects(() => inPage('get'), /NotAllowedError/);
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  });
  test('A passkey that was removed opens nothing any more [PKY-5]', async () => {
    const { body } = await pappel.call('GET', '/v1/passkeys', person.session);
    await pappel.call('DELETE', `/v1/passkeys/${body.passkeys[0].id}`, person.session);
    assert.equal((await inPage('get')).status, 401);
  });
});
