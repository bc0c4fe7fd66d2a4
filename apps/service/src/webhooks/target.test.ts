import assert from 'node:assert/strict';
import { lookup as systemLookup } from 'node:dns';
import { createServer } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { insideLookup, publicLookup } from '../platform/public-lookup.ts';
import { newPostAgent, post } from './post.ts';
import { readTarget, refuseTarget } from './target.ts';

const RULES = { httpsOnly: true, publicOnly: true };
const LOCAL = { httpsOnly: false, publicOnly: false };
const letter = (url: string) => ({ url, secret: 'whsec_AAAA', eventId: 'x', body: '{}' });

describe('where an endpoint may be', () => {
  test('On the internet, by https, at a port of its own', () => {
    assert.equal(refuseTarget('https://erp.example.org/hook?key=1', RULES), undefined);
    assert.equal(refuseTarget('https://erp.example.org:8443/hook', RULES), undefined);
    for (const url of [
      'http://erp.example.org/',
      'ftp://erp.example.org/',
      'file:///etc/passwd',
      'nothing',
      'https://user:password@erp.example.org/',
      'https://erp.example.org:25/',
    ])
      assert.ok(refuseTarget(url, RULES), url);
  });

  test('Never at a private address, however it is written: IPv4 in IPv6, NAT64, 6to4, decimal, octal, hexadecimal [WHK-9]', () => {
    for (const host of [
      'localhost',
      'app.localhost',
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '017700000001',
      '0177.0.0.1',
      '0',
      '10.0.0.1',
      '192.168.1.1',
      '172.16.0.1',
      '100.64.0.1',
      '169.254.169.254',
      '198.18.0.1',
      '224.0.0.1',
      '255.255.255.255',
      '[::1]',
      '[::]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[::127.0.0.1]',
      '[64:ff9b::7f00:1]',
      '[64:ff9b::a9fe:a9fe]',
      '[2002:7f00:1::]',
      '[fc00::1]',
      '[fd00:ec2::254]',
      '[fe80::1]',
      '[ff02::1]',
      '１２７.０.０.１',
    ])
      assert.match(refuseTarget(`https://${host}/`, RULES) ?? 'allowed', /may not be called/, host);
  });

  test('On a local network loopback and private addresses too, but never link-local, metadata, multicast and unspecified ones [WHK-20]', async () => {
    for (const url of ['http://127.0.0.1:1/', 'http://10.0.0.1/', 'http://localhost:1/', 'http://[::1]/'])
      assert.equal(refuseTarget(url, LOCAL), undefined, url);
    for (const host of ['169.254.169.254', '[fe80::1]', '[fd00:ec2::254]', '224.0.0.1', '0.0.0.0', '[::]'])
      await assert.rejects(readTarget(`http://${host}/`, LOCAL), /may not be called/, host);
  });

  test('A host that cannot be found is refused when the endpoint is made', async () => {
    await assert.rejects(readTarget('https://nowhere.invalid/', RULES), /cannot be found/);
    assert.equal(await readTarget('http://127.0.0.1:1/x#y', LOCAL), 'http://127.0.0.1:1/x');
  });
});

describe('a post', () => {
  let port: number;
  let count = 0;
  const server = createServer((request, response) => {
    count++;
    request.resume();
    response.end();
  });
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
  });
  after(() => server.close());

  test('Looks at the addresses again at the moment it connects: a name that has come to lead inside is not followed [WHK-9]', async () => {
    // A name of which the answer has changed since the endpoint was made.
    const rebound: LookupFunction = (_host, options, callback) =>
      publicLookup('localhost', options, callback);
    const dispatcher = newPostAgent(rebound);
    const rules = { httpsOnly: false, publicOnly: true };
    const answer = await post({ dispatcher, rules }, letter(`http://erp.example.org:${port}/`));
    assert.equal(answer.error, 'The host has no address that may be called.');
    assert.equal(count, 0);
    await dispatcher.destroy();
    const careless: LookupFunction = (_host, options, callback) =>
      systemLookup('localhost', options, callback);
    const without = newPostAgent(careless);
    await post({ dispatcher: without, rules }, letter(`http://erp.example.org:${port}/`));
    assert.equal(count, 1);
    await without.destroy();
  });

  test('On a local network a name that has come to lead to link-local is not followed either [WHK-20]', async () => {
    const rebound: LookupFunction = (_host, options, callback) =>
      insideLookup('169.254.169.254', options, callback);
    const dispatcher = newPostAgent(rebound);
    const answer = await post({ dispatcher, rules: LOCAL }, letter('http://erp.example.org/'));
    assert.equal(answer.error, 'The host has no address that may be called.');
    await dispatcher.destroy();
  });

  test('Says in words why there is no answer', async () => {
    const dispatcher = newPostAgent(insideLookup);
    const poster = { dispatcher, rules: LOCAL };
    const errorOf = async (url: string) => (await post(poster, letter(url))).error;
    assert.equal(await errorOf('http://127.0.0.1:9/'), 'The connection was refused.');
    assert.match((await errorOf('https://nowhere.invalid/')) ?? '', /cannot be found/);
    assert.match((await errorOf(`https://127.0.0.1:${port}/`)) ?? '', /could not be sent|not HTTP|TLS/);
    const unsealed = await post(poster, { ...letter(`http://127.0.0.1:${port}/`), secret: undefined });
    assert.match(unsealed.error ?? '', /Rotate it/);
    await dispatcher.destroy();
  });
});
