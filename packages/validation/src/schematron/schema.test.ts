import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { everyHit } from '../../tests/every-hit.ts';
import {
  assertion,
  compiled,
  escaped,
  evaluated,
  files,
  fired,
  hits,
  problemOf,
  rule,
  schema,
} from '../../tests/small-schema.ts';
import { readTape } from '../tape/tape.ts';
import { nameId } from '../tape/vocabulary.ts';
import { instantiate } from './runtime/instantiate.ts';
import { loadSchematron } from './schema/load.ts';

const func = (head: string, body: string): string => `<xsl:function ${head}>${body}</xsl:function>`;

describe('Rules', () => {
  test('In a pattern a node is looked at by the first rule that matches it, in every pattern anew.', () => {
    const first = `${'<pattern>'}<rule context="b[@x]">${assertion('P1-X', 'false()')}</rule><rule context="b">${assertion('P1-B', 'false()')}</rule><rule context="*">${assertion('P1-ANY', 'false()')}</rule></pattern>`;
    const second = rule('a/b', assertion('P2-B', 'false()'));
    assert.deepEqual(fired(schema(first + second), '<a><b x="1"/><b/></a>'), [
      'P1-ANY',
      'P1-X',
      'P2-B',
      'P1-B',
      'P2-B',
    ]);
  });

  test('A rule without tests still keeps later rules of its pattern away.', () => {
    const content = `<pattern><rule context="b[@x]"/><rule context="b">${assertion('B', 'false()')}</rule></pattern>`;
    assert.deepEqual(
      hits(schema(content), '<a><b x="1"/><b/></a>').map(({ node }) => node),
      [2],
    );
  });

  test('An assert fires when its test is false, a report when it is true.', () => {
    const content = rule('a', `${assertion('A', '@x')}<report id="R" test="@x"/>`);
    assert.deepEqual(fired(schema(content), '<a/>'), ['A']);
    assert.deepEqual(fired(schema(content), '<a x=""/>'), ['R']);
  });

  test('Contexts are patterns: paths from the root, anywhere, across levels, with alternatives and predicates.', () => {
    const document = '<a><b i="1"><c i="2"/></b><c i="3"><b i="4"/></c><b i="5" k="v"/></a>';
    const matched = (context: string): string =>
      hits(schema(rule(context, '<report id="R" test="true()"><value-of select="@i"/></report>')), document)
        .map(({ message }) => message)
        .join('');
    assert.equal(matched('b'), '145');
    assert.equal(matched('//b'), '145');
    assert.equal(matched('/a/b'), '15');
    assert.equal(matched('b/c'), '2');
    assert.equal(matched('a//c'), '23');
    assert.equal(matched('/a//c/b'), '4');
    assert.equal(matched('b | c[b]'), '1345');
    assert.equal(matched('(b | c)[@i > 2]'), '345');
    assert.equal(matched('a/(b | c)/c'), '2');
    assert.equal(matched('b[@k]'), '5');
    assert.equal(matched('a[b/@k]/c'), '3');
    assert.equal(matched('/a/b[2]'), '5');
    assert.equal(matched('b[last()]'), '45');
    assert.equal(matched('*[@i][not(c)]'), '2345');
    assert.equal(matched('/c'), '');
    assert.equal(matched('b[@i + "x" = 1]'), '');
  });

  test('The document itself and attributes can be contexts; hits are at the element.', () => {
    assert.deepEqual(hits(schema(rule('/', assertion('ROOT', 'z'))), '<a/>')[0]?.node, 0);
    const content = rule('@x', '<assert id="X" test=". = 1"><value-of select="name(..)"/>/<name/></assert>');
    assert.deepEqual(
      hits(schema(content), '<a x="1"><b x="2" y="3"/></a>').map(({ node, message }) => [node, message]),
      [[1, 'b/x']],
    );
    assert.deepEqual(
      fired(schema(rule('b/@x | c', assertion('M', 'false()'))), '<a x="1"><b x="2"/><c/></a>'),
      ['M', 'M'],
    );
  });

  test('What must be absent is found wherever it is, once for each node of the rule, and only if the rule is the one.', () => {
    const content = `<pattern><rule context="b[@x]">${assertion('X', 'not(c)')}</rule><rule context="b">${assertion('B', 'not(c/d | e) and not(f)')}</rule></pattern>`;
    const found = hits(
      schema(content),
      '<a><b><c><d/><d/></c><c><d/></c><e/></b><b x="1"><c/></b><b><f/></b><b/></a>',
    );
    assert.deepEqual(
      found.map(({ code, node }) => [code, node]),
      [
        ['B', 1],
        ['X', 8],
        ['B', 10],
      ],
    );
  });

  test('A test that cannot be evaluated is an error at that node; the others go on.', () => {
    const content = rule(
      'b',
      `<assert id="N" flag="warning" test="xs:decimal(.) > 1">No</assert>${assertion('M', '. = 2')}`,
    );
    const found = hits(schema(content), '<a><b>x</b><b>1</b></a>');
    assert.deepEqual(
      found.map(({ code, severity, node }) => [code, severity, node]),
      [
        ['N', 'ERROR', 1],
        ['M', 'ERROR', 1],
        ['N', 'WARNING', 2],
        ['M', 'ERROR', 2],
      ],
    );
    assert.match(found[0]?.message ?? '', /could not be evaluated.*"x" is not a decimal \(FORG0001\)/);
  });

  test('Severity comes from flag or role, of the assert or of its rule.', () => {
    const severities = (attributes: string): string | undefined =>
      hits(schema(rule('a', `<assert id="A" ${attributes} test="false()"/>`)), '<a/>')[0]?.severity;
    for (const flag of ['warning', 'WARNING', 'information', 'info', 'warn'])
      assert.equal(severities(`flag="${flag}"`), 'WARNING');
    for (const flag of ['fatal', 'error', 'other']) assert.equal(severities(`flag="${flag}"`), 'ERROR');
    assert.equal(severities('role="warning"'), 'WARNING');
    assert.equal(severities(''), 'ERROR');
    const byRule = `<pattern><rule context="a" flag="warning">${assertion('A', 'false()')}</rule></pattern>`;
    assert.equal(hits(schema(byRule), '<a/>')[0]?.severity, 'WARNING');
  });

  test('Messages quote the document; a quotation that cannot be made is left out.', () => {
    const text =
      'Of <name/> <emph>is</emph> <value-of select="b"/>, not <value-of select="xs:integer(@x)"/>.';
    const [hit] = hits(
      schema(rule('a', `<assert id="A" test="false()">\n ${text}\n </assert>`)),
      '<a x="z"><b>1</b><b>2</b></a>',
    );
    assert.equal(hit?.message, 'Of a is 1 2, not .');
  });

  test('An assert without id has the one that its text begins with.', () => {
    assert.deepEqual(fired(schema(rule('a', '<assert test="false()">[BR-01]-Text</assert>')), '<a/>'), [
      'BR-01',
    ]);
  });
});

describe('Schemas', () => {
  test('Variables of schema, pattern and rule are seen where they belong and evaluated when needed.', () => {
    const content = `<let name="all" value="$later + 1"/><let name="later" value="count(//b)"/><let name="broken" value="xs:integer('x')"/><let name="text">it's text</let>
<pattern><let name="p" value="'one'"/><rule context="b"><let name="own" value="@x * 2"/><let name="list" value="../b/@x"/>
${assertion('A', "$all = 3 and $own = @x + @x and $p = 'one' and $text = 'it''s text'")}${assertion('B', 'count($list) = 2 and $list[2] = 7')}${assertion('C', 'true() or $broken = 1')}${assertion('D', '$broken = 1')}</rule></pattern>
<pattern><let name="p" value="'two'"/><rule context="a">${assertion('E', "$p = 'two'")}</rule></pattern>`;
    assert.deepEqual(fired(schema(content), '<a><b x="3"/><b x="7"/></a>'), ['D', 'D']);
  });

  test('Abstract patterns take parameters, longer names first.', () => {
    const content = `<pattern id="template" abstract="true"><rule context="$ctx"><assert id="A" test="$limit >= $limitTotal">Of $ctx</assert></rule></pattern>
<pattern is-a="template"><param name="ctx" value="b"/><param name="limit" value="@x"/><param name="limitTotal" value="@y"/></pattern>
<pattern is-a="template"><param name="ctx" value="c"/><param name="limit" value="2"/><param name="limitTotal" value="1"/></pattern>`;
    assert.deepEqual(
      hits(schema(content), '<a><b x="1" y="2"/><c/></a>').map(({ message }) => message),
      ['Of b'],
    );
  });

  test('Rules extend abstract rules.', () => {
    const content = `<pattern><rule abstract="true" id="base"><let name="v" value="@x"/>${assertion('A', '$v = 1')}</rule>
<rule context="b"><extends rule="base"/>${assertion('B', '$v = 2')}</rule></pattern>`;
    assert.deepEqual(fired(schema(content), '<a><b x="1"/></a>'), ['B']);
    assert.match(
      problemOf(schema('<pattern><rule context="a"><extends rule="none"/></rule></pattern>')).message,
      /none/,
    );
    const circular =
      '<pattern><rule abstract="true" id="r"><extends rule="r"/></rule><rule context="a"><extends rule="r"/></rule></pattern>';
    assert.match(problemOf(schema(circular)).message, /without end/);
  });

  test('Files include patterns, parts of files, and rules of others.', () => {
    const part = (name: string, content: string): string =>
      `<${name} xmlns="http://purl.oclc.org/dsdl/schematron">${content}</${name}>`;
    const source = {
      'main.sch': schema(
        '<include href="parts/one.sch"/><xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="parts/two.sch#second"/>',
      ),
      'parts/one.sch': part('pattern', '<include href="../rules/r.sch"/>'),
      'parts/two.sch': part(
        'schema',
        `<pattern/><pattern id="second"><rule context="a">${assertion('TWO', 'false()')}</rule></pattern>`,
      ),
      'rules/r.sch': `<rule xmlns="http://purl.oclc.org/dsdl/schematron" context="a">${assertion('ONE', 'false()')}</rule>`,
    };
    assert.deepEqual(fired(source, '<a/>'), ['ONE', 'TWO']);
    const { 'rules/r.sch': _, ...incomplete } = source;
    assert.deepEqual(problemOf(incomplete), {
      message: 'The file rules/r.sch is missing',
      file: 'rules/r.sch',
    });
  });

  test('Inclusions stay inside the folder and come to an end.', () => {
    const including = (href: string): string => problemOf(schema(`<include href="${href}"/>`)).message;
    assert.match(including('../secret.sch'), /out of the folder/);
    assert.match(including('a/../../secret.sch'), /out of the folder/);
    assert.match(including('/etc/passwd'), /not a relative path/);
    assert.match(including('file:///etc/passwd'), /not a relative path/);
    assert.match(including('https://example.com/x.sch'), /not a relative path/);
    assert.match(including('main.sch'), /without end|more than/);
  });

  test('A phase chooses patterns; by default all are active.', () => {
    const content = `<phase id="p"><active pattern="one"/></phase><pattern id="one"><rule context="a">${assertion('ONE', 'false()')}</rule></pattern><pattern id="two"><rule context="a">${assertion('TWO', 'false()')}</rule></pattern>`;
    assert.deepEqual(fired(schema(content), '<a/>'), ['ONE', 'TWO']);
    assert.deepEqual(fired(schema(content), '<a/>', 'p'), ['ONE']);
    assert.deepEqual(fired(schema(content, 'defaultPhase="p"'), '<a/>', '#DEFAULT'), ['ONE']);
    assert.match(problemOf(schema(content), 'q').message, /phase q/);
  });

  test('Keys are an index of the document.', () => {
    const content = `<xsl:key name="by-id" match="b" use="@id | c"/>${rule('b', '<assert id="DOUBLE" test="count(key(\'by-id\', @id)) = 1"/>')}`;
    const document = '<a><b id="1"/><b id="2"/><b id="3"><c>2</c></b></a>';
    assert.deepEqual(
      hits(schema(content), document).map(({ node }) => node),
      [2],
    );
    assert.equal(problemOf(schema(rule('a', assertion('A', "key('none', 1)")))).construct, 'key(none)');
  });

  test('Functions have parameters, variables, choices and types.', () => {
    const checksum = func(
      'name="f:checksum" as="xs:boolean"',
      `<xsl:param name="text" as="xs:string?"/><xsl:variable name="digits" select="for $p in string-to-codepoints($text) return $p - 48"/>
<xsl:choose><xsl:when test="not(matches($text, '^[0-9]+$'))"><xsl:sequence select="false()"/></xsl:when>
<xsl:otherwise><xsl:variable name="total" as="xs:integer"><xsl:sequence select="sum($digits)"/></xsl:variable><xsl:sequence select="$total mod 10 = 0"/></xsl:otherwise></xsl:choose>`,
    );
    assert.equal(
      evaluated("for $t in ('19', '18', 'x') return f:checksum($t)", '<a/>', checksum),
      'true|false|false',
    );
    assert.equal(evaluated('f:checksum(@none)', '<a/>', checksum), 'false');
    assert.equal(evaluated('f:checksum(@x)', '<a x="55"/>', checksum), 'true');
    assert.equal(evaluated('f:checksum(5)', '<a/>', checksum), '(XPTY0004)');
    const text = func(
      'name="f:text"',
      '<xsl:param name="n"/><xsl:value-of select="$n/b"/><xsl:text>!</xsl:text>',
    );
    assert.equal(evaluated('f:text(.)', '<a><b>1</b><b>2</b></a>', text), '1 2|!');
    const decimals = func(
      'name="f:add" as="xs:decimal"',
      '<xsl:param name="a" as="xs:decimal"/><xsl:param name="b" as="xs:decimal"/><xsl:sequence select="$a + $b"/>',
    );
    assert.equal(evaluated('f:add(@x, @y)', '<a x="0.1" y="0.2"/>', decimals), '0.3');
    assert.equal(evaluated('f:add(@x, @z)', '<a x="0.1"/>', decimals), '(XPTY0004)');
    assert.equal(
      problemOf(schema(func('name="f:g"', '<xsl:result-document/>'))).construct,
      'xsl:result-document',
    );
  });

  test('Functions may call themselves, but not without end.', () => {
    const factorial = func(
      'name="f:factorial" as="xs:integer"',
      '<xsl:param name="n" as="xs:integer"/><xsl:sequence select="if ($n le 1) then 1 else $n * f:factorial($n - 1)"/>',
    );
    assert.equal(evaluated('f:factorial(25)', '<a/>', factorial), '15511210043330985984000000');
    const endless = func(
      'name="f:endless" as="xs:integer"',
      '<xsl:param name="n" as="xs:integer"/><xsl:sequence select="1 + f:endless($n + 1)"/>',
    );
    assert.equal(evaluated('f:endless(1)', '<a/>', endless), '(LIMIT)');
    const wide = func(
      'name="f:wide" as="xs:integer"',
      '<xsl:param name="n" as="xs:integer"/><xsl:sequence select="if ($n = 0) then 1 else f:wide($n - 1) + f:wide($n - 1)"/>',
    );
    assert.equal(evaluated('f:wide(100)', '<a/>', wide), '(LIMIT)');
    const untyped = func('name="f:u"', '<xsl:param name="n"/><xsl:sequence select="f:u($n)"/>');
    assert.equal(problemOf(schema(untyped + rule('a', assertion('A', 'f:u(1)')))).construct, 'f:u');
  });

  test('After an error in a function the next document is judged as if nothing had been.', () => {
    const source = schema(
      func(
        'name="f:deep" as="xs:integer"',
        '<xsl:param name="n" as="xs:integer"/><xsl:sequence select="if ($n = 0) then xs:integer(\'x\') else f:deep($n - 1)"/>',
      ) + rule('b', assertion('D', 'f:deep(300) = 1')),
    );
    const found = hits(source, `<a>${'<b/>'.repeat(5)}</a>`);
    assert.equal(found.length, 5);
    for (const { message } of found) assert.match(message, /FORG0001/);
  });

  test('A long count is stopped.', () => {
    assert.equal(evaluated('count(for $x in 1 to 100000, $y in 1 to 100000 return $x)'), '(LIMIT)');
    assert.equal(evaluated('sum(1 to 1000)'), '500500');
  });

  test('Variables that need themselves are refused.', () => {
    const content = '<let name="a" value="$b"/><let name="b" value="$a"/>';
    assert.equal(problemOf(schema(content + rule('a', assertion('A', '$a = 1')))).construct, '$a');
  });

  test('Only schemas in XPath 2 are taken.', () => {
    const other = schema('').replace('queryBinding="xslt2"', '');
    assert.equal(problemOf(other).construct, 'queryBinding="xslt"');
    assert.match(problemOf('<x/>').message, /not a Schematron schema/);
    assert.match(problemOf('<schema').message, /line 1/);
    assert.match(
      problemOf('<!DOCTYPE schema [<!ENTITY x SYSTEM "file:///etc/passwd">]><schema/>').message,
      /./,
    );
    assert.deepEqual(loadSchematron(files({}), 'main.sch'), {
      ok: false,
      problem: { message: 'The file main.sch is missing', file: 'main.sch' },
    });
  });
});

describe('The source', () => {
  const HOSTILE = [
    '"+process.exit(1)+"',
    "'+process.exit(1)+'",
    `\`$\{process.exit(1)}\``,
    '</script><script>',
    '*/process.exit(1)/*',
    '\\u0022+process.exit(1)//',
    '§1 §2 const §3',
    '\u2028\u2029\r\n',
    '__proto__',
    'constructor',
    '\\',
    `$\{1}`,
    '$& $1 $`',
    '\u{1F600}\uFFFD',
  ];

  test('Text of a schema is only ever text.', () => {
    for (const text of HOSTILE) {
      const string = `"${text.replaceAll('"', '""')}"`;
      const inXml = escaped(text)
        .replaceAll('\r', '&#13;')
        .replaceAll('\n', '&#10;')
        .replaceAll('\u2028', '&#8232;');
      const test = escaped(`string-length(${string}) > 0 and @x != ${string}`).replaceAll('\r', '&#13;');
      const content = rule('a', `<assert id="${inXml}" test="${test}">${inXml}</assert>`);
      const [hit, ...others] = hits(schema(content), `<a x="${inXml}"/>`);
      assert.equal(others.length, 0, text);
      assert.equal(hit?.message, text.replace(/\s+/g, ' ').trim(), text);
      assert.equal(hit?.code, text);
    }
  });

  test('Names that JavaScript knows are names like others.', () => {
    for (const name of [
      '__proto__',
      'constructor',
      'toString',
      'hasOwnProperty',
      'arguments',
      'doc',
      'name',
      'M',
    ]) {
      const content = `<let name="${name}" value="count(//${name})"/>${rule(name, assertion(name, `$${name} = 2 and @${name}`))}`;
      assert.deepEqual(fired(schema(content), `<a><${name}/></a>`), [name]);
    }
  });

  test('Keys, words and patterns named like prototypes find only what is there.', () => {
    const content = `<xsl:key name="k" match="b" use="@id"/>${rule('a', `${assertion('K', "key('k', '__proto__')")}${assertion('S', "@x = ('a', 'b')")}${assertion('L', "contains(' a b ', concat(' ', @x, ' '))")}`)}`;
    assert.deepEqual(fired(schema(content), '<a x="constructor"><b id="x"/></a>'), ['K', 'S', 'L']);
  });

  test('The source is ASCII and sees nothing of the process.', () => {
    const result = compiled(schema(rule('a', `<assert id="Ä" test="@x = 'ö\u2028'">ü</assert>`)));
    assert.ok(result.ok);
    assert.match(result.source, /^[\n -~]*$/);
    const names = [
      'process',
      'globalThis',
      'require',
      'fetch',
      'Function',
      'Buffer',
      'Object',
      'Reflect',
      'setTimeout',
    ];
    const spy = `const seen=[${names.map((name) => `typeof ${name}`).join()}];return {version:1,begin(){},names:[],assertions:[{id:"S",severity:"ERROR",message:()=>[seen.join()]}],patterns:[]}`;
    let seen = '';
    const probe = `${spy.replace('return', 'rt.raise("SEEN",seen.join());return')}`;
    try {
      instantiate(probe);
    } catch (error) {
      seen = (error as Error).message;
    }
    assert.equal(seen, names.map(() => 'undefined').join());
  });

  test('Source of another version is not run.', () => {
    const result = compiled(schema(rule('a', assertion('A', 'b'))));
    assert.ok(result.ok);
    const { source } = result;
    assert.throws(() => instantiate(source.replace('{version:1,', '{version:0,')), /another version/);
  });

  test('The same schema gives the same source, another one another hash.', () => {
    const one = compiled(schema(rule('a', assertion('A', 'b'))));
    const same = compiled(schema(rule('a', assertion('A', 'b'))));
    const other = compiled(schema(rule('a', assertion('A', 'c'))));
    assert.ok(one.ok && same.ok && other.ok);
    assert.equal(one.source, same.source);
    assert.equal(one.hash, same.hash);
    assert.notEqual(one.hash, other.hash);
    assert.deepEqual(one.ids, ['A']);
  });
});

describe('Documents one after the other', () => {
  const rules = () => {
    const result = compiled(
      schema(rule('n:b', assertion('B', "n:c = 'x' and count(//n:b) = $n").replace('$n', '2'))),
    );
    assert.ok(result.ok);
    return instantiate(result.source);
  };
  const document = (xml: string) => {
    const read = readTape(Buffer.from(xml));
    assert.ok(read.ok);
    return read.tape;
  };

  test('Nothing is kept from one document to the next.', () => {
    const compiledRules = rules();
    const now = new Date();
    const good = document('<a xmlns="urn:n"><b><c>x</c></b><b><c>x</c></b></a>');
    const bad = document('<a xmlns="urn:n"><b><c>x</c></b></a>');
    for (let round = 0; round < 3; round++) {
      assert.equal(everyHit((hits) => compiledRules.run(good, { now }, hits)).length, 0);
      assert.equal(everyHit((hits) => compiledRules.run(bad, { now }, hits)).length, 1);
    }
  });

  test('Documents read before the rules were made, and with another vocabulary, are judged alike.', () => {
    const before = document('<o:a xmlns:o="urn:n"><o:b><o:c>y</o:c></o:b></o:a>');
    const compiledRules = rules();
    nameId('urn:other', `anything-${Date.now()}`);
    const after = document('<a xmlns="urn:n"><b><c>y</c></b></a>');
    for (const tape of [before, after, before])
      assert.equal(everyHit((hits) => compiledRules.run(tape, { now: new Date() }, hits)).length, 1);
  });
});
