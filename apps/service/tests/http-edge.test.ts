import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { request } from 'undici';
import { openBrowser, withoutChromium } from '../../../scripts/chromium.ts';
import {
  type Account,
  activeParticipant,
  FURNITURE,
  fixture,
  type Pappel,
  signUp,
  startPappel,
  TIMBER,
} from './harness.ts';
import { newCompany, newKey, newPerson } from './people.ts';
import { type RawAnswer, sendRaw } from './raw-http.ts';

let pappel: Pappel;
let account: Account;
before(async () => {
  pappel = await startPappel();
  account = await signUp(pappel);
  await activeParticipant(pappel, account, TIMBER);
});
after(() => pappel.stop());

const raw = (text: string): Promise<RawAnswer> => sendRaw(pappel.api, text.replaceAll('\n', '\r\n'));
const codeOf = ({ status, body }: RawAnswer): string => {
  const { code, message, requestId } = JSON.parse(body).error;
  assert.ok(message.endsWith('.') && requestId, body);
  return `${status} ${code}`;
};
const outcome = async (...call: Parameters<Pappel['call']>): Promise<string> => {
  const { status, body } = await pappel.call(...call);
  return [status, body?.error?.code].filter(Boolean).join(' ');
};
const post = (path: string, body: string | Uint8Array, headers: Record<string, string>) =>
  outcome('POST', path, account.key, body, headers);

describe('whatever comes in, the answer is the envelope with a requestId', () => {
  const cases: [what: string, text: string, answer: string][] = [
    ['a URL that is none', 'GET /v1/messages/%zz HTTP/1.1\nHost: x\n\n', '404 NOT_FOUND'],
    ['an id that is no UTF-8', 'GET /v1/messages/%ff HTTP/1.1\nHost: x\n\n', '404 NOT_FOUND'],
    ['a path that there is not', 'GET /v2/messages HTTP/1.1\nHost: x\n\n', '404 NOT_FOUND'],
    ['a method that nobody knows', 'QUERY /v1/messages HTTP/1.1\nHost: x\n\n', '405 METHOD_NOT_ALLOWED'],
    [
      'QUERY with a body',
      'QUERY /v1/companies HTTP/1.1\nHost: x\nContent-Type: application/json\nContent-Length: 2\n\n{}',
      '405 METHOD_NOT_ALLOWED',
    ],
    ['PROPFIND', 'PROPFIND /v1/messages HTTP/1.1\nHost: x\n\n', '405 METHOD_NOT_ALLOWED'],
    ['TRACE', 'TRACE /v1/messages HTTP/1.1\nHost: x\n\n', '405 METHOD_NOT_ALLOWED'],
    ['CONNECT', 'CONNECT example.org:443 HTTP/1.1\nHost: x\n\n', '405 METHOD_NOT_ALLOWED'],
    ['no HTTP', 'EHLO example.org\n\n', '400 VALIDATION_FAILED'],
    ['a space in the path', 'GET /v1/ messages HTTP/1.1\nHost: x\n\n', '400 VALIDATION_FAILED'],
    ['no Host', 'GET /v1/messages HTTP/1.1\n\n', '400 VALIDATION_FAILED'],
    ['two Host headers', 'GET /v1/messages HTTP/1.1\nHost: x\nHost: y\n\n', '400 VALIDATION_FAILED'],
    [
      'two lengths',
      'POST /v1/messages HTTP/1.1\nHost: x\nContent-Length: 1\nContent-Length: 2\n\nxx',
      '400 VALIDATION_FAILED',
    ],
    [
      'a length and chunks',
      'POST /v1/messages HTTP/1.1\nHost: x\nContent-Length: 1\nTransfer-Encoding: chunked\n\n0\n\n',
      '400 VALIDATION_FAILED',
    ],
    ['an expectation', 'GET /v1/messages HTTP/1.1\nHost: x\nExpect: miracles\n\n', '401 UNAUTHORIZED'],
    ['a URL of 10 KB', `GET /v1/messages?q=${'x'.repeat(10_000)} HTTP/1.1\nHost: x\n\n`, '414 URI_TOO_LONG'],
    ['a URL of 40 KB', `GET /v1/messages?q=${'x'.repeat(40_000)} HTTP/1.1\nHost: x\n\n`, '414 URI_TOO_LONG'],
    [
      'headers of 40 KB',
      `GET /v1/messages HTTP/1.1\nHost: x\nX-A: ${'x'.repeat(40_000)}\n\n`,
      '431 HEADERS_TOO_LARGE',
    ],
  ];
  for (const [what, text, expected] of cases)
    test(`${what}: ${expected} [ERR-5]`, async () => assert.equal(codeOf(await raw(text)), expected));

  test('405 names the methods that the path knows [ERR-4]', async () => {
    const { headers } = await raw('DELETE /v1/messages HTTP/1.1\nHost: x\n\n');
    assert.equal(headers['allow'], 'GET, HEAD, POST');
    const ofId = await raw(`PUT /v1/participants/${randomUUID()} HTTP/1.1\nHost: x\n\n`);
    assert.equal(ofId.headers['allow'], 'DELETE, GET, HEAD, PATCH');
    const name = await raw('GET /v1/messages/uploads HTTP/1.1\nHost: x\n\n');
    assert.deepEqual([name.status, name.headers['allow']], [405, 'POST']);
  });
  test('401 names how to authenticate [ERR-4]', async () => {
    for (const token of [undefined, 'pap_nothing']) {
      const { status, headers } = await pappel.call('GET', '/v1/me', token);
      assert.deepEqual([status, headers.get('www-authenticate')], [401, 'Bearer realm="Pappel"']);
    }
  });
  test('No answer of the API may be kept by those between us and the caller [GEN-5]', async () => {
    const paths = [
      '/v1/me',
      '/v1/messages',
      '/v1/messages/none',
      '/v1/nothing',
      '/openapi.json',
      '/health/live',
    ];
    for (const path of paths) {
      const { headers } = await pappel.call('GET', path, account.key);
      assert.equal(headers.get('cache-control'), 'no-store', path);
      assert.equal(
        headers.get('content-security-policy'),
        "default-src 'none'; frame-ancestors 'none'",
        path,
      );
    }
  });
});

describe('what is ambiguous is refused before anything else is looked at', () => {
  const submission = { sender: TIMBER, receiver: FURNITURE, type: 'invoice', payload: '<x/>' };
  test('Two Idempotency-Keys are 400 [GEN-9]', async () => {
    const body = JSON.stringify(submission);
    const answer = await raw(
      `POST /v1/messages HTTP/1.1\nHost: x\nAuthorization: Bearer ${account.key}\nContent-Type: application/json\nIdempotency-Key: a\nIdempotency-Key: b\nContent-Length: ${body.length}\n\n${body}`,
    );
    assert.equal(codeOf(answer), '400 VALIDATION_FAILED');
    assert.match(JSON.parse(answer.body).error.message, /idempotency-key is sent twice\. Send it once\.$/);
  });
  test('Both kinds of credentials at once, or one twice, are 400 [GEN-9]', async () => {
    assert.equal(
      await outcome('GET', '/v1/me', account.key, undefined, { 'x-api-key': account.key }),
      '400 VALIDATION_FAILED',
    );
    const bearer = `Authorization: Bearer ${account.key}\n`;
    const twice = await raw(`GET /v1/me HTTP/1.1\nHost: x\n${bearer}${bearer}\n`);
    assert.equal(codeOf(twice), '400 VALIDATION_FAILED');
  });
  test('A replay under a key of another company is SENDER_NOT_ALLOWED for who is confined', async () => {
    const key = randomUUID();
    const first = await pappel.call('POST', '/v1/messages', account.key, submission, {
      'idempotency-key': key,
    });
    assert.equal(first.status, 202);
    const companyId = await newCompany(pappel, account, 'Elsewhere AB');
    const confined = await newKey(pappel, account.session, { companyId });
    assert.equal(
      await outcome('POST', '/v1/messages', confined, submission, { 'idempotency-key': key }),
      '403 SENDER_NOT_ALLOWED',
    );
  });
});

describe('who may not call learns nothing of the body: 403 before 400', () => {
  test('Whatever a role or a permission forbids is refused before the body is read [GEN-8]', async () => {
    const member = await newPerson(pappel, account.session, 'member');
    const reader = await newKey(pappel, account.session, { permissions: ['read'] });
    const forbidden: [method: string, path: string, token: string, answer: string][] = [
      ['POST', '/v1/users', member.session, '403 FORBIDDEN'],
      ['POST', '/v1/api-keys', member.session, '403 FORBIDDEN'],
      ['POST', '/v1/companies', member.session, '403 FORBIDDEN'],
      ['PATCH', `/v1/companies/${account.companyId}`, member.session, '403 FORBIDDEN'],
      ['POST', '/v1/passkeys', account.key, '403 SESSION_REQUIRED'],
      ['POST', '/v1/messages', reader, '403 PERMISSION_DENIED'],
      ['POST', '/v1/participants', reader, '403 PERMISSION_DENIED'],
    ];
    for (const [method, path, token, expected] of forbidden)
      for (const body of ['{"nonsense":1}', '{', 'x'.repeat(2_000_000)]) {
        const headers = { 'content-type': 'application/json' };
        assert.equal(await outcome(method, path, token, body, headers), expected, `${method} ${path}`);
      }
    assert.equal(await outcome('GET', '/v1/users?limit=many', member.session), '403 FORBIDDEN');
  });
});

describe('bodies of the API', () => {
  test('XML, bytes and forms on JSON routes are 415 [GEN-7]', async () => {
    const types = [
      'application/xml',
      'text/xml',
      'application/octet-stream',
      'text/plain',
      'multipart/form-data',
    ];
    for (const type of types)
      assert.equal(
        await post('/v1/messages', '<x/>', { 'content-type': type }),
        '415 UNSUPPORTED_MEDIA_TYPE',
      );
    for (const type of [
      'application/json; charset=utf-16',
      'application/json; charset=iso-8859-1',
      'nonsense',
    ])
      assert.equal(await post('/v1/companies', '{}', { 'content-type': type }), '415 UNSUPPORTED_MEDIA_TYPE');
    const gzip = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    assert.equal(await post('/v1/companies', '{}', gzip), '415 UNSUPPORTED_MEDIA_TYPE');
  });
  test('JSON by another of its names is JSON', async () => {
    for (const type of ['application/json;charset=UTF-8', 'Application/JSON', 'application/vnd.api+json'])
      assert.equal(
        await post('/v1/companies', `{"name":"${randomUUID()}"}`, { 'content-type': type }),
        '201',
      );
  });
  test('Content-Type: application/json with an empty body is no body [GEN-7]', async () => {
    const json = { 'content-type': 'application/json' };
    const { status, body } = await pappel.call('POST', '/v1/companies', account.key, '', json);
    assert.deepEqual([status, body.error.message.split('.')[0]], [400, 'The body must be a JSON object']);
    const session = (await newPerson(pappel, account.session, 'member')).session;
    assert.equal(await outcome('POST', '/v1/auth/logout', session, '', json), '204');
  });
  test('A JSON body has up to 1,048,576 bytes, and one byte more is 413 [LIM-1]', async () => {
    const json = { 'content-type': 'application/json' };
    const sized = (bytes: number) => `{"name":"${'x'.repeat(bytes - 11)}"}`;
    assert.equal(sized(1_048_576).length, 1_048_576);
    assert.equal(await post('/v1/companies', sized(1_048_576), json), '400 VALIDATION_FAILED');
    assert.equal(await post('/v1/companies', sized(1_048_577), json), '413 PAYLOAD_TOO_LARGE');
    const login = await pappel.call('POST', '/v1/auth/login', undefined, sized(1_048_577), json);
    assert.equal(login.status, 413);
  });
  test('A payload of 1 MiB fits, escaped, where documents are sent [LIM-1, LIM-2]', async () => {
    const invoice = fixture('invoice.xml');
    const payload = invoice.replace(
      '</Invoice>',
      `<!--${'"'.repeat(1_048_576 - Buffer.byteLength(invoice) - 7)}--></Invoice>`,
    );
    assert.equal(Buffer.byteLength(payload), 1_048_576);
    const submission = { sender: TIMBER, receiver: FURNITURE, type: 'invoice', payload };
    assert.ok(JSON.stringify(submission).length > 2_000_000);
    assert.equal(await outcome('POST', '/v1/messages', account.key, submission), '202');
    assert.equal(
      await outcome('POST', '/v1/messages', account.key, { ...submission, payload: `${payload} ` }),
      '413 PAYLOAD_TOO_LARGE',
    );
  });
  test('Nesting and numbers without end are refused before they are checked [ERR-3]', async () => {
    const json = { 'content-type': 'application/json' };
    for (const body of ['['.repeat(1_000_000), `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`]) {
      const { status, body: answer } = await pappel.call('POST', '/v1/companies', account.key, body, json);
      assert.deepEqual([status, answer.error.code], [400, 'VALIDATION_FAILED']);
      assert.match(answer.error.message, /nested more than 20 levels deep\. Send less at a time\.$/);
    }
    const ids = JSON.stringify({ ids: Array.from({ length: 6_000 }, () => 'x') });
    const many = await pappel.call('POST', '/v1/network/participants/lookup', account.key, ids, json);
    assert.match(many.body.error.message, /^The body has more than 5000 values/);
    const quoted = JSON.stringify({ name: `${'\\",[{'.repeat(30_000)}` });
    const fine = await pappel.call('POST', '/v1/companies', account.key, quoted, json);
    assert.match(fine.body.error.message, /^name may have at most 200 characters/);
  });
  test('U+0000, which no text can keep, is refused with the field that has it [ERR-3]', async () => {
    const hook = { url: 'https://example.com/hook', types: ['invoice'], description: 'a\0b' };
    const inside = { ...hook, description: 'x', types: ['invoice', 'a\0'] };
    for (const [body, field] of [
      [hook, 'description'],
      [inside, 'types.1'],
    ] as const) {
      const { status, body: answer } = await pappel.call('POST', '/v1/webhooks', account.key, body);
      assert.deepEqual([status, answer.error.details[0].field], [400, field]);
      assert.match(answer.error.message, /U\+0000; take it out and send it again/);
    }
  });
  test('At most 20 details are answered, and nothing that was sent comes back without bound [ERR-2]', async () => {
    const fields = Object.fromEntries(Array.from({ length: 4_000 }, (_, index) => [`field${index}`, 1]));
    const many = await pappel.call('POST', '/v1/auth/login', undefined, fields);
    assert.deepEqual([many.status, many.body.error.details.length], [400, 20]);
    const long = await pappel.call('POST', '/v1/auth/login', undefined, { ['x'.repeat(1_000_000)]: 1 });
    assert.ok(JSON.stringify(long.body).length < 2_000, `${JSON.stringify(long.body).length}`);
    const scheme = await pappel.call('POST', '/v1/participants', account.key, {
      companyId: account.companyId,
      scheme: 'y'.repeat(500_000),
      value: '1',
      name: 'x',
    });
    assert.ok(JSON.stringify(scheme.body).length < 4_000, `${JSON.stringify(scheme.body).length}`);
  });
});

describe('PUT uploadUrl', () => {
  const invoice = fixture('invoice.xml');
  const place = async (): Promise<{ payloadObjectKey: string; uploadUrl: string }> => {
    const bytes = Buffer.byteLength(invoice);
    const wanted = { companyId: account.companyId, bytes };
    const { body } = await pappel.call('POST', '/v1/messages/uploads', account.key, wanted);
    return body;
  };
  const submits = async (payloadObjectKey: string): Promise<void> => {
    const submission = { sender: TIMBER, receiver: FURNITURE, type: 'invoice', payloadObjectKey };
    assert.equal(await outcome('POST', '/v1/messages', account.key, submission), '202');
  };

  const types = [
    undefined,
    '',
    'nonsense',
    'application/json',
    'text/plain;charset=UTF-8',
    'application/xml',
  ];
  for (const type of [...types, 'application/x-www-form-urlencoded', 'multipart/form-data']) {
    test(`takes Content-Type ${type ?? 'none at all'} [MSG-8]`, async () => {
      const { payloadObjectKey, uploadUrl } = await place();
      const { pathname } = new URL(uploadUrl);
      const header = type === undefined ? '' : `Content-Type: ${type}\n`;
      const head = `PUT ${pathname} HTTP/1.1\nHost: x\n${header}Content-Length: ${Buffer.byteLength(invoice)}\n\n`;
      const { status } = await sendRaw(
        pappel.api,
        Buffer.concat([Buffer.from(head.replaceAll('\n', '\r\n')), Buffer.from(invoice)]),
      );
      assert.equal(status, 204);
      await submits(payloadObjectKey);
    });
  }
  test('takes what curl -T, curl --data-binary and fetch with a string send', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'pappel-upload-')), 'invoice.xml');
    writeFileSync(file, invoice);
    for (const way of [
      ['-T', file],
      ['-X', 'PUT', '--data-binary', `@${file}`],
    ]) {
      const { payloadObjectKey, uploadUrl } = await place();
      const { stdout } = await promisify(execFile)('curl', [
        '-s',
        '-o',
        '/dev/null',
        '-w',
        '%{http_code}',
        ...way,
        uploadUrl,
      ]);
      assert.equal(stdout, '204');
      await submits(payloadObjectKey);
    }
    const { payloadObjectKey, uploadUrl } = await place();
    assert.equal((await fetch(uploadUrl, { method: 'PUT', body: invoice })).status, 204);
    await submits(payloadObjectKey);
  });
  test('takes one PUT at a time; the second is 409, and the first goes on', async () => {
    const { payloadObjectKey, uploadUrl } = await place();
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    async function* slowly() {
      yield Buffer.from(invoice.slice(0, 100));
      await gate;
      yield Buffer.from(invoice.slice(100));
    }
    const put = () => request(uploadUrl, { method: 'PUT', body: Readable.from(slowly()) });
    const both = [put(), put()];
    assert.equal((await Promise.race(both)).statusCode, 409);
    open();
    const statuses = (await Promise.all(both)).map(({ statusCode }) => statusCode);
    assert.deepEqual(statuses.sort(), [204, 409]);
    await submits(payloadObjectKey);
  });
});

describe('what other access points send', () => {
  const as4 = (head: string): Promise<RawAnswer> => {
    const { as4PublicUrl } = pappel.service.base.config;
    return sendRaw(as4PublicUrl, `POST /as4 HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n`);
  };
  test('A refusal below AS4 is a SOAP fault that says whose turn it is', async () => {
    const large = await as4('Content-Type: multipart/related\r\nContent-Length: 50000000');
    assert.equal(large.status, 413);
    assert.match(large.headers['content-type'] ?? '', /^application\/soap\+xml/);
    assert.match(large.body, /<env:Value>env:Sender<\/env:Value>.*PAYLOAD_TOO_LARGE/);
    const elsewhere = await sendRaw(
      pappel.service.base.config.as4PublicUrl,
      'GET /x HTTP/1.1\r\nHost: x\r\n\r\n',
    );
    assert.equal(elsewhere.status, 404);
    assert.match(elsewhere.body, /<env:Value>env:Receiver<\/env:Value>.*NOT_FOUND/);
  });
  test('Without a Content-Type it is answered as what is no AS4 message', async () => {
    const answer = await as4('Content-Length: 0');
    assert.match(answer.body, /EBMS:0009|EBMS:0004|EBMS:0007/);
  });
});

describe('pages', () => {
  test('/docs and /set-password run only their own scripts and are in nobody’s frame', async () => {
    for (const path of ['/docs/', '/set-password']) {
      const { headers } = await pappel.call('GET', path);
      const policy = headers.get('content-security-policy') ?? '';
      for (const part of [
        "default-src 'none'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'none'",
      ])
        assert.ok(policy.includes(part), `${path}: ${policy}`);
      const scripts = /script-src ([^;]+)/.exec(policy)?.[1] ?? '';
      assert.match(scripts, /'sha256-/);
      assert.doesNotMatch(scripts, /unsafe|\*|http/);
    }
  });
  test('/docs shows the API under that policy [GEN-10]', { skip: withoutChromium }, async () => {
    const browser = await openBrowser();
    try {
      const page = await browser.newPage();
      const problems: string[] = [];
      page.on('console', (line) => /Content Security Policy/.test(line.text()) && problems.push(line.text()));
      page.on('pageerror', (error) => problems.push(error.message));
      await page.goto(`${pappel.api}/docs`);
      await page.getByText('Exchange of business documents').first().waitFor();
      assert.deepEqual(problems, []);
    } finally {
      await browser.close();
    }
  });
});
