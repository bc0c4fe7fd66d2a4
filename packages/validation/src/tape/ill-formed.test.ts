import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readTape } from './tape.ts';

/** What is wrong, a document in which it is, and the line and column to be told. */
type Case = [sentence: string, xml: string | Uint8Array, position: string];

function positionIn(xml: string | Uint8Array): string {
  const read = readTape(typeof xml === 'string' ? Buffer.from(xml) : xml);
  return read.ok ? 'well formed' : `${read.problem.line}:${read.problem.column}`;
}

function testCases(cases: readonly Case[]): void {
  for (const [sentence, xml, position] of cases)
    test(sentence, () => assert.equal(positionIn(xml), position));
}

const deep = (depth: number): string => '<a>'.repeat(depth) + '</a>'.repeat(depth);
const attributes = (count: number): string => Array.from({ length: count }, (_, n) => ` n${n}=""`).join('');

describe('documents [XML 1.0 2.1]', () =>
  testCases([
    ['nothing at all', '', '1:1'],
    ['white space alone', ' \n ', '2:2'],
    ['text alone', 'text', '1:1'],
    ['a declaration alone', '<?xml version="1.0"?>\n', '2:1'],
    ['a comment alone', '<!-- a -->', '1:11'],
    ['text before the root element', 'x<a/>', '1:1'],
    ['text after the root element', '<a/>\nx', '2:1'],
    ['a reference outside of the root element', '<a/>&#32;', '1:5'],
    ['CDATA outside of the root element', '<a/><![CDATA[x]]>', '1:5'],
    ['two root elements', '<a/>\n<b/>', '2:1'],
    ['an end without a beginning', '<a/></a>', '1:5'],
    ['an element that is not closed', '<a>\n<b></b>', '2:8'],
    ['elements that overlap', '<a><b></a></b>', '1:7'],
    ['a "<" at the end', '<a><', '1:5'],
    ['nothing but a "<"', '<', '1:2'],
  ]));

describe('tags [XML 1.0 3.1]', () =>
  testCases([
    ['a space before the name', '< a/>', '1:2'],
    ['a name that begins with a digit', '<a><1b/></a>', '1:5'],
    ['a name that begins with a hyphen', '<-a/>', '1:2'],
    ['a name with a character that names have not', '<a$/>', '1:2'],
    ['a name with a sign of multiplication', '<a×/>', '1:2'],
    ['an end tag of another name', '<a>\n</b>', '2:1'],
    ['an end tag of a longer name', '<a></ab>', '1:4'],
    ['an end tag of a shorter name', '<ab></a>', '1:5'],
    ['an end tag in other case', '<a></A>', '1:4'],
    ['an end tag with an attribute', '<a></a b="">', '1:4'],
    ['a space before the name of an end tag', '<a></ a>', '1:4'],
    ['an end tag that is not finished', '<a></a', '1:4'],
    ['a tag that is not finished', '<a', '1:3'],
    ['a tag in a tag', '<a <b/>', '1:4'],
    ['a slash that does not end the tag', '<a/ >', '1:4'],
    ['an attribute without a value', '<a b/>', '1:5'],
    ['an attribute without "="', '<a b "c"/>', '1:6'],
    ['a value without quotes', '<a b=c/>', '1:6'],
    ['a value that is not closed', '<a b="c/>', '1:10'],
    ['a value with the other quote at its end', `<a b="c'/>`, '1:11'],
    ['"<" in a value', '<a b="<"/>', '1:7'],
    ['no space between attributes', '<a b=""c=""/>', '1:8'],
    ['the same attribute twice', '<a b=""\n b=""/>', '2:2'],
    ['an attribute without a name', '<a =""/>', '1:4'],
    ['a tag without a name', '<a><></a>', '1:5'],
    ['an attribute whose name begins with a digit', '<a 1b=""/>', '1:4'],
  ]));

describe('namespaces [Namespaces in XML 1.0 3, 5, 6.3]', () =>
  testCases([
    ['a prefix of an element that is not declared', '<a:b/>', '1:2'],
    ['a prefix of an attribute that is not declared', '<a b:c=""/>', '1:4'],
    ['a prefix that is declared in a sibling only', '<a><b xmlns:p="u"/><p:b/></a>', '1:21'],
    ['a prefix that is declared as nothing', '<a xmlns:p=""/>', '1:1'],
    ['the same prefix declared twice', '<a xmlns:p="u" xmlns:p="u"/>', '1:16'],
    ['the default namespace declared twice', '<a xmlns="u" xmlns="u"/>', '1:14'],
    ['one attribute under two prefixes', '<a xmlns:p="u" xmlns:q="u" p:b="" q:b=""/>', '1:35'],
    ['the prefix xmlns declared', '<a xmlns:xmlns="u"/>', '1:1'],
    ['the prefix xmlns used', '<xmlns:a/>', '1:2'],
    ['the prefix xml for something else', '<a xmlns:xml="u"/>', '1:1'],
    ['another prefix for the namespace of xml', '<a xmlns:p="http://www.w3.org/XML/1998/namespace"/>', '1:1'],
    ['the namespace of xmlns declared', '<a xmlns="http://www.w3.org/2000/xmlns/"/>', '1:1'],
    ['two colons in a name', '<a:b:c xmlns:a="u"/>', '1:2'],
    ['nothing before the colon', '<:a/>', '1:2'],
    ['nothing behind the colon', '<a: xmlns:a="u"/>', '1:2'],
    ['a declaration of no prefix', '<a xmlns:="u"/>', '1:4'],
    ['a declared prefix that is no name', '<a xmlns:1="u"/>', '1:1'],
    ['a declared prefix with a colon', '<a xmlns:p:q="u"/>', '1:1'],
  ]));

describe('text and references [XML 1.0 2.2, 2.4, 4.1, 4.6]', () =>
  testCases([
    ['"]]>" in text', '<a>x]]></a>', '1:5'],
    ['"&" alone', '<a>a & b</a>', '1:6'],
    ['a reference without its end', '<a>&amp</a>', '1:4'],
    ['an entity that is not of XML', '<a>&nbsp;</a>', '1:4'],
    ['an entity in other case', '<a>&AMP;</a>', '1:4'],
    ['an entity in a value', '<a b="\n&c;"/>', '2:1'],
    ['a character reference of no digits', '<a>&#;</a>', '1:4'],
    ['a character reference with a capital X', '<a>&#X41;</a>', '1:4'],
    ['a character reference to nothing', '<a>&#0;</a>', '1:4'],
    ['a character reference to half a pair', '<a>&#xD800;</a>', '1:4'],
    ['a character reference to U+FFFE', '<a>&#xFFFE;</a>', '1:4'],
    ['a character reference beyond Unicode', '<a>&#x110000;</a>', '1:4'],
    ['a character reference in a declaration of a namespace', '<a xmlns="&#1;"/>', '1:11'],
    ['a control character in text', '<a>\u0001</a>', '1:4'],
    ['a NUL in text', '<a>\0</a>', '1:4'],
    ['a control character in a value', '<a b="\u001f"/>', '1:7'],
    ['a control character in a name', '<a\u0001/>', '1:2'],
    ['a control character between attributes', '<a \u0001/>', '1:5'],
    ['U+FFFE in text', '<a>é\n \ufffe</a>', '2:2'],
    ['U+FFFF in a value', '<a b="é\uffff"/>', '1:8'],
    ['a byte order mark that is not at the beginning', ' \ufeff<a/>', '1:2'],
  ]));

describe('comments, instructions, CDATA and declarations [XML 1.0 2.5 to 2.8]', () =>
  testCases([
    ['a comment that does not end', '<a><!-- x</a>', '1:4'],
    ['"--" in a comment', '<a><!-- x -- y --></a>', '1:11'],
    ['a comment that ends with "--->"', '<a><!-- x ---></a>', '1:11'],
    ['a comment that begins with one hyphen', '<a><!- x --></a>', '1:4'],
    ['a comment that is its own end', '<a><!--></a>', '1:4'],
    ['a control character in a comment', '<!--\n\u0002--><a/>', '2:1'],
    ['an instruction that does not end', '<a><?b </a>', '1:4'],
    ['an instruction without a name', '<a><? b?></a>', '1:4'],
    ['an instruction called XML', '<a><?XmL b?></a>', '1:4'],
    ['an instruction with a colon in its name', '<a><?b:c?></a>', '1:4'],
    ['an instruction whose name does not end', '<a><?b?c?></a>', '1:4'],
    ['a name of an instruction with a no-break space', '<a><?b\u00a0c?></a>', '1:4'],
    ['a control character in an instruction', '<a><?b \u0003?></a>', '1:8'],
    ['CDATA that does not end', '<a><![CDATA[ ]] ></a>', '1:4'],
    ['CDATA in other case', '<a><![cdata[x]]></a>', '1:4'],
    ['a control character in CDATA', '<a><![CDATA[\n\u0004]]></a>', '2:1'],
    ['an XML declaration that is not at the beginning', '\n<?xml version="1.0"?><a/>', '2:1'],
    ['an XML declaration without a version', '<?xml encoding="UTF-8"?><a/>', '1:1'],
    ['an XML declaration in the wrong order', '<?xml encoding="UTF-8" version="1.0"?><a/>', '1:1'],
    ['an XML declaration of version 2', '<?xml version="2.0"?><a/>', '1:1'],
    ['an XML declaration that does not end', '<?xml version="1.0"><a/>', '1:1'],
    ['an XML declaration with something else', '<?xml version="1.0" x="y"?><a/>', '1:1'],
    ['an XML declaration standing alone perhaps', '<?xml version="1.0" standalone="maybe"?><a/>', '1:1'],
    ['an XML declaration without quotes', '<?xml version=1.0?><a/>', '1:1'],
    ['a document type', '<!DOCTYPE a>\n<a/>', '1:1'],
    [
      'entities that stand for entities',
      '<?xml version="1.0"?>\n<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
      '2:1',
    ],
    ['a document type inside the root element', '<a><!DOCTYPE a></a>', '1:4'],
    ['an entity declared in an element', '<a><!ENTITY b "c"></a>', '1:4'],
    ['a conditional section', '<a><![INCLUDE[x]]></a>', '1:4'],
  ]));

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

describe('encodings [XML 1.0 4.3.3, appendix F]', () =>
  testCases([
    ['a byte that no UTF-8 has', bytes('<a>\né', [0xff], '</a>'), '2:2'],
    ['half a character', bytes('<a>', [0xc3], '</a>'), '1:4'],
    ['an overlong "<"', bytes([0xc0, 0xbc], 'a/>'), '1:1'],
    ['a surrogate in UTF-8', bytes('<a>', [0xed, 0xa0, 0x80], '</a>'), '1:4'],
    ['beyond Unicode', bytes('<a>', [0xf4, 0x90, 0x80, 0x80], '</a>'), '1:4'],
    ['a declared encoding that is not supported', '<?xml version="1.0" encoding="UTF-7"?><a/>', '1:1'],
    ['UTF-8 that says it is UTF-16', '<?xml version="1.0" encoding="UTF-16"?><a/>', '1:1'],
    [
      'UTF-16 with an odd byte',
      bytes([0xff, 0xfe], Buffer.from('<a/>', 'utf16le').toJSON().data, [0]),
      '1:1',
    ],
    [
      'UTF-16 with half a pair',
      bytes([0xff, 0xfe], Buffer.from('<a>\ud800</a>', 'utf16le').toJSON().data),
      '1:1',
    ],
    ['UTF-32', bytes([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0]), '1:1'],
  ]));

describe('limits', () => {
  testCases([
    ['200 elements inside one another are read', deep(200), 'well formed'],
    ['the 201st is refused', deep(201), '1:601'],
    ['128 attributes are read', `<a${attributes(128)}/>`, 'well formed'],
    ['the 129th is refused', `<a\n${attributes(129)}/>`, `2:${attributes(128).length + 2}`],
    ['a name of 1,024 bytes is read', `<${'n'.repeat(1024)}/>`, 'well formed'],
    ['a longer one is refused', `<a>\n <${'n'.repeat(1025)}/></a>`, '2:3'],
    ['so is one of an attribute', `<a ${'n'.repeat(1025)}=""/>`, '1:4'],
  ]);

  test('Size and numbers of elements and attributes are limited too', () => {
    const problem = (limits: object, document = '<a><b/><c/></a>'): string => {
      const read = readTape(Buffer.from(document), limits);
      return read.ok ? 'well formed' : `${read.problem.line}:${read.problem.column}`;
    };
    assert.equal(problem({ elements: 3, bytes: 15 }), 'well formed');
    assert.equal(problem({ elements: 2 }), '1:8');
    assert.equal(problem({ bytes: 14 }), '1:1');
    const attributes = '<a b="" c=""><d xmlns:e="urn:e" e:f=""/></a>';
    assert.equal(problem({ allAttributes: 3 }, attributes), 'well formed');
    assert.equal(problem({ allAttributes: 2 }, attributes), '1:33');
  });

  test('Elements and attributes of few bytes are all read, although fewer were expected of so many bytes', () => {
    const read = readTape(Buffer.from(`<a>${'<b c="" d=""/><e/>'.repeat(10_000)}</a>`));
    assert.ok(read.ok);
    const { tape } = read;
    assert.deepEqual([tape.count, tape.attributeCount], [20_001, 20_000]);
    assert.deepEqual([tape.localName(19_999), tape.localName(20_000), tape.parent(20_000)], ['b', 'e', 0]);
    assert.equal(tape.attributeName(19_999), tape.attributeName(1));
  });

  test('More different paths than a vocabulary holds are refused, and the next document is read as ever', () => {
    const many = Array.from({ length: 70_000 }, (_, n) => `<n${n}/>`).join('');
    assert.match(positionIn(`<a>${many}</a>`), /^1:\d+$/);
    assert.equal(positionIn('<a/>'), 'well formed');
  });
});

describe('what is strange and yet well-formed', () =>
  testCases([
    ['an instruction of several lines', '<?b·\n c?d ?><a/>', 'well formed'],
    ['one empty element', '<a/>', 'well formed'],
    ['white space wherever it may stand', '\n<a\t b = "c"\n ></a\n>\n', 'well formed'],
    ['">" in text and values', '<a b=">">]]&gt; > ]] ></a>', 'well formed'],
    ['the other quote in a value', `<a b="'" c='"'/>`, 'well formed'],
    ['letters and signs of other scripts in names', '<é:α·β xmlns:é="u" ſ-1._="x"/>', 'well formed'],
    ['letters beyond the first plane in names', '<𐀀/>', 'well formed'],
    ['the prefix xml without a declaration', '<a xml:lang="en"/>', 'well formed'],
    [
      'the prefix xml declared as what it is',
      '<a xmlns:xml="http://www.w3.org/XML/1998/namespace"/>',
      'well formed',
    ],
    ['the default namespace taken back', '<a xmlns="u"><b xmlns=""/></a>', 'well formed'],
    ['an attribute with and without prefix', '<a xmlns="u" xmlns:p="u" b="" p:b=""/>', 'well formed'],
    ['a prefix used before its declaration in the tag', '<p:a p:b="" xmlns:p="u"/>', 'well formed'],
    ['comments and instructions around the root', '<!-- a --><?b?><a/><?c d?><!---->', 'well formed'],
    ['an instruction that begins with xml', '<?xml-stylesheet href="a"?><a/>', 'well formed'],
    ['a declaration of XML 1.1 and more', '<?xml version="1.9" standalone=\'no\' ?><a/>', 'well formed'],
    ['CDATA with markup in it', '<a><![CDATA[<b>&c;]]]]></a>', 'well formed'],
    ['delete and other C1 characters', '<a>\u007f\u0085</a>', 'well formed'],
    ['all five entities', '<a b="&quot;&apos;">&lt;&gt;&amp;</a>', 'well formed'],
    ['the last character of Unicode', '<a>&#x10FFFF;&#1114111;\u{10ffff}</a>', 'well formed'],
    ['a byte order mark', '\ufeff<?xml version="1.0"?><a/>', 'well formed'],
    ['UTF-16 with a mark', Buffer.from('\ufeff<a>é</a>', 'utf16le'), 'well formed'],
    [
      'UTF-16 with a mark, the other way round',
      Buffer.from('\ufeff<a>é</a>', 'utf16le').swap16(),
      'well formed',
    ],
    [
      'ISO-8859-1',
      Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>', 'latin1'),
      'well formed',
    ],
  ]));
