import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, test } from 'node:test';
import { canonicalizeExclusive, canonicalizeInclusive } from './canonicalize.ts';
import { cutText } from './cut-text.ts';
import { parseXml } from './parse.ts';
import { EXCLUSIVE_C14N, RSA_SHA256, SHA256, verifySignature } from './signature.ts';
import { DS, SIGNATURE_LIMITS } from './signature-shape.ts';
import { child, type XmlElement } from './tree.ts';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const reference = (uri: string, transforms = `<ds:Transform Algorithm="${EXCLUSIVE_C14N}"/>`): string =>
  `<ds:Reference URI="${uri}"><ds:Transforms>${transforms}</ds:Transforms><ds:DigestMethod Algorithm="${SHA256}"/><ds:DigestValue>AAAA</ds:DigestValue></ds:Reference>`;
const list = (prefixes: string): string =>
  `<ec:InclusiveNamespaces xmlns:ec="${EXCLUSIVE_C14N}" PrefixList="${prefixes}"/>`;
const signedInfo = ({ references = reference('#a'), inMethod = '', more = '' } = {}): string =>
  `<ds:SignedInfo><ds:CanonicalizationMethod Algorithm="${EXCLUSIVE_C14N}">${inMethod}</ds:CanonicalizationMethod>` +
  `<ds:SignatureMethod Algorithm="${RSA_SHA256}"/>${references}${more}</ds:SignedInfo>`;
const signature = (inside: string): XmlElement =>
  parseXml(Buffer.from(`<ds:Signature xmlns:ds="${DS}">${inside}</ds:Signature>`));
const names = (count: number): string => Array.from({ length: count }, (_, i) => `p${i}`).join(' ');

/** The reason, and how often something was asked for that would have to be canonicalised or hashed. */
async function refusal(element: XmlElement, key = rsa.publicKey): Promise<[string, number]> {
  let asked = 0;
  const result = await verifySignature(element, key, () => {
    asked++;
    return undefined;
  });
  assert.ok(!result.ok);
  return [result.reason, asked];
}

describe('a signature asks for no more than a message or metadata needs', () => {
  const value = '<ds:SignatureValue>AAAA</ds:SignatureValue>';
  const many = (count: number, write: (i: number) => string): string =>
    Array.from({ length: count }, (_, i) => write(i)).join('');
  const { references, transforms, prefixes, signedInfoElements } = SIGNATURE_LIMITS;
  const cases: [string, string, RegExp][] = [
    ['a second SignedInfo', signedInfo() + signedInfo() + value, /Signature has more than one SignedInfo/],
    ['a second SignatureValue', signedInfo() + value + value, /Signature has more than one SignatureValue/],
    ['an unknown child of Signature', `${signedInfo()}${value}<ds:x/>`, /does not belong there/],
    ['an unknown child of SignedInfo', signedInfo({ more: '<x/>' }) + value, /does not belong there/],
    [
      'too many references',
      signedInfo({ references: many(references + 1, (i) => reference(`#${i}`)) }) + value,
      /more than 20 things/,
    ],
    [
      'too many transforms',
      signedInfo({ references: reference('#a', '<ds:Transform/>'.repeat(transforms + 1)) }) + value,
      /not allowed/,
    ],
    ['a long PrefixList', signedInfo({ inMethod: list(names(prefixes + 1)) }) + value, /not allowed/],
    [
      'a long PrefixList of a reference',
      signedInfo({
        references: reference('#a', `<ds:Transform>${list(names(prefixes + 1))}</ds:Transform>`),
      }) + value,
      /not allowed/,
    ],
    [
      'many elements in SignedInfo',
      signedInfo({ references: reference('#a', '<ds:Transform/>'.repeat(signedInfoElements)) }) + value,
      /more than 400 elements/,
    ],
    ['a long SignedInfo', signedInfo({ inMethod: ' '.repeat(70_000) }) + value, /more than 65536 bytes/],
    ['a SignatureValue that is wrong', signedInfo() + value, /signature value is wrong/],
  ];
  for (const [what, inside, reason] of cases) {
    test(`With ${what} it is refused, and nothing that it refers to is looked at`, async () => {
      const [said, asked] = await refusal(signature(inside));
      assert.match(said, reason);
      assert.equal(asked, 0);
    });
  }
  test('A list as long as allowed is canonicalised, and the value decides', async () => {
    const inside = signedInfo({ inMethod: list(names(prefixes)) });
    const canonical = canonicalizeExclusive(
      child(signature(inside + value), DS, 'SignedInfo') as XmlElement,
      names(prefixes).split(' '),
    );
    const right = sign('RSA-SHA256', canonical, rsa.privateKey).toString('base64');
    const signed = signature(`${inside}<ds:SignatureValue>${right}</ds:SignatureValue>`);
    assert.deepEqual(await refusal(signed), ['the reference #a leads nowhere', 1]);
  });
  test('A key that is no RSA key is a reason, not an exception', async () => {
    for (const { publicKey } of [generateKeyPairSync('ed25519'), generateKeyPairSync('x25519')])
      assert.deepEqual(await refusal(signature(signedInfo() + value), publicKey), [
        'the key is no RSA key',
        0,
      ]);
  });
});

describe('canonicalising keeps to what is in scope', () => {
  const canonical = (xml: string, prefixes?: string[]): string => {
    const root = parseXml(Buffer.from(xml));
    const at = root.children.find((node) => node.kind === 'element') ?? root;
    return Buffer.from(prefixes ? canonicalizeExclusive(at, prefixes) : canonicalizeInclusive(at)).toString();
  };
  test('A listed prefix is rendered at the apex, and again only where it is declared anew, and undone after', () => {
    assert.equal(
      canonical('<r xmlns:a="urn:1"><x><y xmlns:a="urn:2"><z/></y><y/><a:y/></x></r>', ['a']),
      '<x xmlns:a="urn:1"><y xmlns:a="urn:2"><z></z></y><y></y><a:y></a:y></x>',
    );
  });
  test('A default namespace is undone where it was rendered, and comes back where it is used again', () => {
    assert.equal(
      canonical('<r xmlns="urn:1"><x><y xmlns=""><z xmlns="urn:1"/></y><z/></x></r>', []),
      '<x xmlns="urn:1"><y xmlns=""><z xmlns="urn:1"></z></y><z></z></x>',
    );
  });
  test('Inclusive C14N takes the nearest declaration and the nearest xml: attribute of the ancestors', () => {
    assert.equal(
      canonical(
        '<r xmlns:a="urn:1" xmlns:b="urn:b" xml:lang="sv" xml:space="preserve"><x xmlns:a="urn:2" xml:lang="en"><y/></x></r>',
      ),
      '<x xmlns:a="urn:2" xmlns:b="urn:b" xml:lang="en" xml:space="preserve"><y></y></x>',
    );
  });
});

test('Prose of others is cut, and holds nothing that a database refuses', () => {
  assert.equal(cutText('abc', 3), 'abc');
  assert.equal(cutText('abcd', 3), 'ab…');
  assert.equal(cutText('a\u0000b\u001fc\ud800', 9), 'a\ufffdb\ufffdc\ufffd');
  assert.equal(cutText('ab😀', 3), 'ab…');
  assert.equal(cutText('a😀b', 3), 'a\ufffd…');
});
test('What is said of a document that cannot be read repeats no forbidden character of it, and not all of it', () => {
  for (const xml of [
    '<a>&\u0000;</a>',
    '<a>&#0;</a>',
    '<a\u0000b/>',
    '<a b="\u0000"/>',
    `<${'n'.repeat(900)}></a>`,
  ]) {
    assert.throws(
      () => parseXml(Buffer.from(xml)),
      ({ message }: Error) => !message.includes('\u0000') && message.length < 400,
    );
  }
});
