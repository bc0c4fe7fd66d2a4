import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { XmlElement as OtherElement, XmlDocument } from 'libxml2-wasm';
import { canonicalizeExclusive, canonicalizeInclusive } from './canonicalize.ts';
import { parseXml } from './parse.ts';
import { indexIds } from './signature.ts';
import { attributeOf, child, childElements, elementsOf, textOf, type XmlElement } from './tree.ts';
import { XmlError } from './xml-error.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'utf8');
const parse = (text: string): XmlElement => parseXml(bytes(text));

describe('parsing', () => {
  test('Elements, attributes, namespaces and text are read', () => {
    const root = parse(
      '<?xml version="1.0"?>\n<a xmlns="urn:a" xmlns:b="urn:b" x="1"><b:c b:y="2">t&amp;<![CDATA[<>]]></b:c></a>\n',
    );
    assert.deepEqual([root.localName, root.namespace, attributeOf(root, 'x')], ['a', 'urn:a', '1']);
    const c = child(root, 'urn:b', 'c');
    assert.ok(c);
    assert.equal(attributeOf(c, 'y', 'urn:b'), '2');
    assert.equal(textOf(c), 't&<>');
  });
  test('Byte offsets delimit an element in the source', () => {
    const root = parse('<a>é<b>1</b><c/></a>');
    const [b, c] = childElements(root);
    assert.ok(b && c);
    const slice = (element: XmlElement) =>
      Buffer.from(element.source.subarray(element.start, element.end)).toString();
    assert.deepEqual([slice(b), slice(c)], ['<b>1</b>', '<c/>']);
  });
  test('Line ends become LF and white space in attributes becomes a space', () => {
    const root = parse('<a x="1\r\n2\t3&#10;">l1\r\nl2\rl3&#13;</a>');
    assert.equal(attributeOf(root, 'x'), '1 2 3\n');
    assert.equal(textOf(root), 'l1\nl2\nl3\r');
  });
  test('A shallow element is checked but its content is not kept', () => {
    const options = { shallow: (element: XmlElement) => element.localName === 'b' };
    const root = parseXml(bytes('<a><b><c>1</c></b><d/></a>'), options);
    assert.deepEqual(
      childElements(root).map((node) => [node.localName, node.children.length]),
      [
        ['b', 0],
        ['d', 0],
      ],
    );
    assert.throws(() => parseXml(bytes('<a><b><c>1</d></b></a>'), options), XmlError);
    assert.throws(() => parseXml(bytes('<a><b>&unknown;</b></a>'), options), XmlError);
  });
  test('UTF-16 and ISO-8859-1 are transcoded, a byte order mark is dropped', () => {
    const le = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('<a>é</a>', 'utf16le')]);
    assert.equal(textOf(parseXml(le)), 'é');
    assert.equal(
      textOf(parseXml(Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>', 'latin1'))),
      'é',
    );
    assert.equal(textOf(parseXml(bytes('\ufeff<a>é</a>'))), 'é');
  });
});

describe('what is not XML is refused', () => {
  const wrong: [string, string][] = [
    ['nothing', ''],
    ['text only', 'hello'],
    ['an open element', '<a><b></a>'],
    ['a second root', '<a/><b/>'],
    ['text after the root', '<a/>x'],
    ['an attribute twice', '<a x="1" x="2"/>'],
    ['an attribute twice by namespace', '<a xmlns:p="u" xmlns:q="u" p:x="1" q:x="2"/>'],
    ['an unbound prefix', '<p:a/>'],
    ['an unbound attribute prefix', '<a p:x="1"/>'],
    ['an unknown entity', '<a>&nbsp;</a>'],
    ['an open reference', '<a>&amp</a>'],
    ['a reference to nothing', '<a>&#0;</a>'],
    ['a control character', '<a>\u0001</a>'],
    ['a non-character', '<a>\ufffe</a>'],
    [']]> in text', '<a>]]></a>'],
    ['< in an attribute', '<a x="<"/>'],
    ['an unquoted attribute', '<a x=1/>'],
    ['-- in a comment', '<a><!-- -- --></a>'],
    ['an undeclared prefix by empty value', '<a xmlns:p=""/>'],
    ['a redefinition of xml', '<a xmlns:xml="urn:x"/>'],
    ['a name that starts with a digit', '<1a/>'],
    ['no space between attributes', '<a x="1"y="2"/>'],
    ['a late XML declaration', '<a><?xml version="1.0"?></a>'],
    ['two colons in a name', '<a xmlns:b="u"><b:c:d/></a>'],
  ];
  for (const [name, text] of wrong) {
    test(`${name} is refused with line and column`, () => {
      assert.throws(
        () => parse(text),
        (error: XmlError) => error.code === 'NOT_WELL_FORMED' && error.line >= 1 && error.column >= 1,
      );
    });
  }
  const code = (expected: string) => (error: XmlError) => error.code === expected;
  test('A DOCTYPE is refused [LIM-9]', () => {
    assert.throws(() => parse('<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'), code('DTD_FORBIDDEN'));
  });
  test('10,000 nested elements are refused and do not overflow the stack [LIM-9]', () => {
    assert.throws(() => parse('<a>'.repeat(10_000) + '</a>'.repeat(10_000)), code('LIMIT_EXCEEDED'));
  });
  test('Too many attributes are refused', () => {
    const attributes = Array.from({ length: 300 }, (_, i) => ` a${i}="1"`).join('');
    assert.throws(() => parse(`<a${attributes}/>`), code('LIMIT_EXCEEDED'));
  });
  test('Bytes that are not UTF-8, and other encodings, are refused', () => {
    assert.throws(
      () => parseXml(Buffer.from([0x3c, 0x61, 0x3e, 0xc3, 0x28, 0x3c, 0x2f, 0x61, 0x3e])),
      code('ENCODING_UNSUPPORTED'),
    );
    assert.throws(() => parse('<?xml version="1.0" encoding="EBCDIC"?><a/>'), code('ENCODING_UNSUPPORTED'));
  });
  test('The position says where', () => {
    assert.throws(
      () => parse('<a>\n  <b>\n</a>'),
      (error: XmlError) => error.line === 3,
    );
  });
});

describe('canonical form', () => {
  const SOAP = 'http://www.w3.org/2003/05/soap-envelope';
  const WSU = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd';
  test('The body of a real AS4 message has the digest that its sender signed', () => {
    const root = parse(
      `<S12:Envelope xmlns:S12="${SOAP}"><S12:Body xmlns:wsu="${WSU}" wsu:Id="id-8e8aa2d6-fa03-4c5d-aa46-2f569857df0a"/></S12:Envelope>`,
    );
    const [body] = childElements(root);
    assert.ok(body);
    const digest = createHash('sha256').update(canonicalizeExclusive(body)).digest('base64');
    assert.equal(digest, 'r6FotYGIcFZGk+AblTSiDBVcKy5zfrvW1pFYJe6KUWw=');
  });
  test('Unused declarations vanish, a listed prefix stays', () => {
    const root = parse('<x:a xmlns:x="urn:x" xmlns:u="urn:u"><x:b/></x:a>');
    const [b] = childElements(root);
    assert.ok(b);
    assert.equal(String(canonicalizeExclusive(b)), '<x:b xmlns:x="urn:x"></x:b>');
    assert.equal(
      String(canonicalizeExclusive(b, ['u', 'none'])),
      '<x:b xmlns:u="urn:u" xmlns:x="urn:x"></x:b>',
    );
    assert.equal(String(canonicalizeInclusive(b)), '<x:b xmlns:u="urn:u" xmlns:x="urn:x"></x:b>');
  });

  const documents = [
    '<a xmlns="urn:a"><b xmlns=""><c xmlns="urn:a"/></b></a>',
    '<a xmlns:p="urn:p" xmlns:q="urn:q" q:z="1" p:a="2" b="3"><p:b q:x="1"/><q:c xmlns:p="urn:other"><p:d/></q:c></a>',
    '<a x="&lt;&amp;&quot;&#9;&#10;&#13;">&lt;&amp;&gt;&#13;\n\t"</a>',
    '<a xml:lang="en"><b xml:space="preserve"> <c/> </b></a>',
    '<?pi before?><a><?target  some data?><!-- gone --><b/></a>',
    '<e xmlns:a="http://www.w3.org" xmlns:b="http://www.ietf.org" attr2="all" attr="I\'m" b:attr="sorted" a:attr="out"/>',
    '<é xmlns:ß="urn:s" ß:ü="ÿ">😀</é>',
    '<p:a xmlns:p="urn:p"><p:a xmlns:p="urn:q"><p:a xmlns:p="urn:p"/></p:a></p:a>',
  ];
  for (const text of documents) {
    test(`libxml2 writes the same canonical form of ${text.slice(0, 50)}`, () => {
      const judge = XmlDocument.fromString(text);
      try {
        for (const exclusive of [true, false]) {
          const mode = exclusive ? 1 : 0;
          const expected = judge.root.canonicalizeToString({ mode, withComments: false });
          const ours = exclusive ? canonicalizeExclusive(parse(text)) : canonicalizeInclusive(parse(text));
          assert.equal(String(ours), expected, exclusive ? 'exclusive' : 'inclusive');
        }
      } finally {
        judge.dispose();
      }
    });
  }
  test('libxml2 agrees on 300 random documents, for an inner element too', () => {
    let seed = 20261121;
    const random = (n: number) => {
      seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
      return seed % n;
    };
    const element = (depth: number): string => {
      const prefix = ['', 'p:', 'q:'][random(3)];
      const name = `${prefix}${'abc'[random(3)]}`;
      const declare = ['', '', ' xmlns="urn:d"', ' xmlns:p="urn:p2"', ' xmlns:q="urn:q2"'][random(5)];
      const attribute = ['', ' x="1"', ' p:y="&#9;"', ' q:z="&lt;" x="2"'][random(4)];
      const inside =
        depth === 0 ? 'text' : Array.from({ length: random(3) }, () => element(depth - 1)).join(' ');
      return `<${name}${declare}${attribute}>${inside}</${name}>`;
    };
    for (let i = 0; i < 300; i++) {
      const text = `<r xmlns:p="urn:p" xmlns:q="urn:q">${element(4)}</r>`;
      const judge = XmlDocument.fromString(text);
      const inner = judge.root.firstChild;
      const ours = childElements(parse(text))[0];
      assert.ok(inner instanceof OtherElement && ours);
      assert.equal(String(canonicalizeExclusive(ours)), inner.canonicalizeToString({ mode: 1 }), text);
      assert.equal(String(canonicalizeInclusive(ours)), inner.canonicalizeToString({ mode: 0 }), text);
      judge.dispose();
    }
  });
});

test('An id that stands twice is found', () => {
  const twice = indexIds(
    parse(
      '<a xmlns:wsu="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd"><b Id="x"/><c wsu:Id="x"/></a>',
    ),
  );
  assert.deepEqual(twice, { duplicate: 'x' });
});

test('elementsOf walks in document order', () => {
  assert.deepEqual(
    [...elementsOf(parse('<a><b><c/></b><d/></a>'))].map((node) => node.localName),
    ['a', 'b', 'c', 'd'],
  );
});
