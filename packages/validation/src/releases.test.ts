import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { aliasToType } from '@pappel/peppol-ids/aliases';
import { compareRules } from '../tests/compare-rules.ts';
import { differences } from '../tests/diff-releases.ts';
import { changed, fixture } from '../tests/run-rules.ts';
import { compilePack } from './packs/compile-pack.ts';
import { PackFolder } from './packs/pack-folder.ts';
import { RuleBook } from './rule-book.ts';
import { firstDayOf } from './rule-sets.ts';
import { amended } from './rules/amend.ts';
import { loadSchematron } from './schematron/schema/load.ts';
import type { Schema } from './schematron/schema/schema.ts';
import { validate } from './validate.ts';

const schema = (...rules: string[]): string =>
  `<schema xmlns="http://purl.oclc.org/dsdl/schematron" queryBinding="xslt2">
  <ns prefix="cbc" uri="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"/>
  <ns prefix="cac" uri="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"/>
  <ns prefix="ubl" uri="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>
  <let name="codes" value="tokenize('A B C', '\\s')"/>
  <pattern>${rules.join('\n')}</pattern></schema>`;
const rule = (context: string, id: string, test: string, flag = 'fatal', words = 'Words.'): string =>
  `<rule context="${context}"><assert id="${id}" flag="${flag}" test="${test}">[${id}]-${words}</assert></rule>`;

function read(text: string): Schema {
  const loaded = loadSchematron(new Map([['a.sch', Buffer.from(text)]]), 'a.sch');
  assert.ok(loaded.ok);
  return loaded.schema;
}

describe('What changed between two releases of official rules', () => {
  const change = (older: string, newer: string) => differences(read(older), read(newer));

  test('White space and the order of rules are no change', () => {
    const [a, b] = [rule('cbc:A', 'R-1', 'true() and 1'), rule('cbc:B', 'R-2', 'false()')];
    assert.deepEqual(change(schema(a, b), schema(b, a.replace('true() and 1', ' true()\n and  1 '))), []);
  });
  test('Ids are added and removed, and say what they demand', () => {
    const changes = change(schema(rule('cbc:A', 'R-1', 'x')), schema(rule('cbc:A', 'R-2', 'y', 'warning')));
    assert.deepEqual(changes, [
      { id: 'R-1', kind: 'removed', details: ['ERROR at cbc:A: x'] },
      { id: 'R-2', kind: 'added', details: ['WARNING at cbc:A: y'] },
    ]);
  });
  test('Context, test, severity and words are told apart', () => {
    const changes = change(
      schema(rule('cbc:A', 'R-1', 'x')),
      schema(rule('cbc:B', 'R-1', 'y', 'warning', 'Other.')),
    );
    assert.deepEqual(changes[0]?.details, [
      'severity: ERROR, now WARNING',
      'context: cbc:A',
      '     now: cbc:B',
      'test: x',
      ' now: y',
    ]);
    const words = change(
      schema(rule('cbc:A', 'R-1', 'x')),
      schema(rule('cbc:A', 'R-1', 'x', 'fatal', 'Other.')),
    );
    assert.deepEqual(words[0]?.details, ['words: Other.']);
  });
  test('Of code lists the codes are told that came or went, list by list', () => {
    const lists = (one: string, other: string): string =>
      schema(rule('cbc:A', 'R-1', `contains(' ${one} ', .) or contains(' ${other} ', .)`));
    assert.deepEqual(change(lists('1 2 3', '7 8'), lists('1 2', '3 7 8'))[0]?.details, [
      'codes removed: 3',
      'codes added: 3',
    ]);
    const [list] = change(schema().replace('A B C', 'A C D'), schema());
    assert.deepEqual([list?.id, list?.details], ['$codes', ['codes added: B', 'codes removed: D']]);
  });
});

describe('Built-in rules beside compiled ones', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pappel-releases-'));
  after(() => rmSync(folder, { recursive: true }));
  const both = (text: string): RuleBook => {
    const result = compilePack(
      new Map([['a.sch', Buffer.from(text)]]),
      'a.sch',
      ['urn:cen.eu:en16931:2017*'],
      new Date(),
    );
    assert.ok(result.ok);
    const packs = join(folder, String(Math.random()));
    new PackFolder(packs).add(result.pack);
    return new RuleBook({ source: 'both', folder: packs });
  };
  const seeds = [{ id: 'invoice', xml: Buffer.from(fixture('invoice.xml')) }];
  const options = { date: '2026-11-01', wanted: 50, seed: 1 };

  test('A rule that fires in one of them only is found, with the document that shows it', () => {
    const { first, judged } = compareRules(
      seeds,
      both(schema(rule('/ubl:Invoice', 'R-1', 'false()'))),
      options,
    );
    assert.deepEqual(
      [judged, first?.document.id, first?.differences],
      [1, 'invoice', [{ rule: 'R-1', builtin: 0, installed: 1 }]],
    );
  });
  test('A rule that only a changed document breaks is found too', () => {
    const silent = both(schema(rule('/ubl:Invoice', 'R-1', 'true()')));
    const { first } = compareRules(seeds, silent, options);
    assert.match(first?.document.id ?? '', /^invoice, round \d+ of seed 1: /);
    assert.ok(first?.differences.every(({ builtin, installed }) => builtin > 0 && installed === 0));
  });
});

describe('Two releases side by side', () => {
  const type = aliasToType('invoice')?.documentTypeId;
  const on = (date: string, xml: string): string[] => {
    const verdict = validate(Buffer.from(xml), type, { date });
    assert.ok(verdict.kind !== 'no-rules');
    return verdict.findings.map(({ code }) => code);
  };
  const good = fixture('invoice.xml');
  const rulesetOn = (date: string): string => {
    const verdict = validate(Buffer.from(good), type, { date });
    return verdict.kind === 'no-rules' ? '' : verdict.ruleset;
  };

  test('The old one still decides until the day of the new one', () => {
    assert.deepEqual(['2026-08-16', '2026-08-17'].map(rulesetOn), ['peppol-2025.11', 'peppol-2026.5']);
    assert.equal(firstDayOf('2026.5'), '2026-08-17');
    assert.deepEqual([on('2026-08-16', good), on('2026-08-17', good)], [[], []]);
  });
  test('A code that came and a rule that came are known from that day', () => {
    const guilders = good.replaceAll('SEK', 'XCG');
    assert.ok(on('2026-08-16', guilders).includes('BR-CL-04'));
    assert.ok(!on('2026-08-17', guilders).includes('BR-CL-04'));
    const dutch = changed(
      good,
      '<cbc:EndpointID schemeID="0007">5567321707<',
      '<cbc:EndpointID schemeID="0106">1<',
    );
    assert.ok(!on('2026-08-16', dutch).includes('PEPPOL-COMMON-R054'));
    assert.ok(on('2026-08-17', dutch).includes('PEPPOL-COMMON-R054'));
  });
  test('A rule that went was asked until then', () => {
    const undated = changed(good, /<cbc:DueDate>.*?<\/cbc:DueDate>/, '');
    const codes = ['2026-08-16', '2026-08-17'].map((date) => on(date, undated));
    assert.deepEqual(codes, [['BR-CO-25'], []]);
  });
  test('So it is with installed rules: each release of a name has its day', () => {
    const packs = mkdtempSync(join(tmpdir(), 'pappel-releases-'));
    const folder = new PackFolder(packs);
    for (const [release, from, id] of [
      ['1', '2026-01-01', 'OLD-1'],
      ['2', '2026-08-17', 'NEW-1'],
    ] as const) {
      const source = Buffer.from(schema(rule('/ubl:Invoice', id, 'false()')));
      const result = compilePack(
        new Map([['a.sch', source]]),
        'a.sch',
        ['urn:cen.eu:en16931:2017*'],
        new Date(),
      );
      assert.ok(result.ok);
      folder.add({ ...result.pack, release, from });
    }
    const rules = new RuleBook({ source: 'installed', folder: packs });
    const on = (date: string) => validate(Buffer.from(good), type, { date, rules });
    const codesOn = (date: string): string[] => {
      const verdict = on(date);
      return verdict.kind === 'no-rules'
        ? []
        : [verdict.ruleset, ...verdict.findings.map(({ code }) => code)];
    };
    assert.deepEqual(['2025-12-31', '2026-08-16', '2026-08-17'].map(codesOn), [
      [],
      ['a@1', 'OLD-1'],
      ['a@2', 'NEW-1'],
    ]);
    assert.deepEqual([folder.remove('a@1'), folder.remove('a'), folder.list().length], [true, false, 1]);
    rmSync(packs, { recursive: true });
  });
  test('An amendment of a rule that is not there is a mistake that is told', () => {
    assert.throws(() => amended([], { without: ['BR-XX'] }), /nothing to amend: BR-XX/);
  });
});
