import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { type Account, fixture, type Pappel, signUp, startPappel } from './harness.ts';

const CLI = join(import.meta.dirname, '../src/cli.ts');
const FIXTURE = join(import.meta.dirname, '../../../packages/validation/tests/fixtures/invoice.xml');
const good = fixture('invoice.xml');
const wrong = good.replace('>1250.00</cbc:PayableAmount>', '>1.00</cbc:PayableAmount>');

describe('POST /v1/messages/validate', () => {
  let pappel: Pappel;
  let account: Account;
  before(async () => {
    pappel = await startPappel();
    account = await signUp(pappel, 'dry-run@example.org');
  });
  after(() => pappel.stop());
  const ask = (body: object, key = account.key) => pappel.call('POST', '/v1/messages/validate', key, body);

  test('A document is held against the rules of the type that it says it is [VAL-1]', async () => {
    const { status, body } = await ask({ payload: good });
    assert.deepEqual(
      [status, body.verdict, body.type, body.documentNumber, body.errors],
      [200, 'VALID', 'invoice', 'INV-1', 0],
    );
    const failed = (await ask({ payload: wrong })).body;
    assert.equal(failed.verdict, 'VALIDATION_FAILED');
    const [finding] = failed.findings;
    assert.equal(finding.code, 'BR-CO-16');
    assert.match(finding.message, /1\.00.*1250\.00/);
    assert.equal(finding.location, '/Invoice/cac:LegalMonetaryTotal');
    assert.ok(finding.line > 1 && finding.column > 0);
  });
  test('What is not XML is a finding with its place, what has no rules is SKIPPED [VAL-8]', async () => {
    const { findings } = (await ask({ payload: '<Invoice>\n<x></Invoice>' })).body;
    assert.deepEqual([findings[0].code, findings[0].line], ['XML', 2]);
    const japanese = good.replace(
      /<cbc:CustomizationID>.*?</,
      '<cbc:CustomizationID>urn:peppol:pint:billing-1@jp-1<',
    );
    assert.equal((await ask({ payload: japanese })).body.verdict, 'SKIPPED');
  });
  test('Another type than the one named, a type that is none and an empty payload are told', async () => {
    assert.equal((await ask({ payload: good, type: 'order' })).body.verdict, 'VALIDATION_FAILED');
    for (const body of [{ payload: good, type: 'nonsense' }, { payload: '' }, { type: 'invoice' }])
      assert.equal((await ask(body)).status, 400);
  });
  test('It needs the permission to send, and keeps nothing [VAL-7]', async () => {
    const { body } = await pappel.call('POST', '/v1/api-keys', account.key, {
      name: 'reader',
      permissions: ['read'],
    });
    assert.equal((await ask({ payload: good }, body.key)).status, 403);
    assert.equal((await pappel.call('GET', '/v1/messages', account.key)).body.messages.length, 0);
  });
});

/** A schema of ours, for a type that Pappel has no rules for. */
const SCHEMA = `<schema xmlns="http://purl.oclc.org/dsdl/schematron" queryBinding="xslt2">
  <ns prefix="cbc" uri="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"/>
  <ns prefix="i" uri="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>
  <pattern><rule context="/i:Invoice"><assert id="OURS-1" flag="fatal" test="starts-with(cbc:ID, 'A')">Begin with A.</assert></rule></pattern>
</schema>`;

describe('the command line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pappel-rules-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const run = async (args: string[], input = '') => {
    const child = spawn(process.execPath, [CLI, ...args], { env: { ...process.env, DATA_DIR: folder } });
    child.stdin.end(input);
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return {
      status: child.exitCode ?? (await new Promise((resolve) => child.once('close', resolve))),
      out,
      err,
    };
  };

  test('validate ends with 0 when all are valid, 1 when one is not, 2 for trouble', async () => {
    const bad = join(folder, 'bad.xml');
    writeFileSync(bad, wrong);
    assert.equal((await run(['validate', FIXTURE])).status, 0);
    const { status, out } = await run(['validate', FIXTURE, bad]);
    assert.equal(status, 1);
    assert.match(out, /bad\.xml:\d+:\d+ ERROR BR-CO-16/);
    assert.equal((await run(['validate', join(folder, 'missing.xml')])).status, 2);
    assert.equal((await run(['validate', '--type', 'nonsense', FIXTURE])).status, 2);
  });
  test('validate --json answers a line a file', async () => {
    const { out } = await run(['validate', '--json', FIXTURE]);
    const { kind, ruleset } = JSON.parse(out);
    assert.deepEqual([kind, ruleset], ['valid', 'peppol-2026.5']);
  });
  test('validate --jsonl answers ids as often as they fired, and the structure apart', async () => {
    const documents = [
      good,
      wrong,
      '<x',
      good.replace('<cbc:DueDate>', '<cbc:Nonsense>x</cbc:Nonsense><cbc:DueDate>'),
    ];
    const input = documents.map((xml, id) => JSON.stringify({ id, xml })).join('\n');
    const { status, out } = await run(['validate', '--jsonl'], input);
    const answers = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.equal(status, 1);
    assert.deepEqual(
      answers.map(({ id, verdict, fatal, structure }) => [id, verdict, fatal, structure.length]),
      [
        [0, 'valid', [], 0],
        [1, 'invalid', ['BR-CO-16'], 0],
        [2, 'invalid', [], 1],
        [3, 'invalid', [], 1],
      ],
    );
    assert.equal((await run(['validate', '--jsonl'], 'no json')).status, 2);
  });
  test('Rules that are installed for a type make it a type with rules, until they are removed [VAL-9]', async () => {
    const file = join(folder, 'OURS.sch');
    writeFileSync(file, SCHEMA);
    const japanese = good.replace(
      /<cbc:CustomizationID>.*?</,
      '<cbc:CustomizationID>urn:peppol:pint:billing-1@jp-1<',
    );
    const document = join(folder, 'japanese.xml');
    writeFileSync(document, japanese);
    assert.match((await run(['validate', document])).out, /no rules/);
    assert.equal((await run(['rules', 'install', file])).status, 1);
    assert.equal((await run(['rules', 'install', file, '--for', 'urn:peppol:pint:billing-1*'])).status, 0);
    assert.match((await run(['rules', 'list'])).out, /OURS {2}1 rules/);
    const { status, out } = await run(['validate', document]);
    assert.equal(status, 1);
    assert.match(out, /OURS-1 Begin with A\./);
    assert.equal((await run(['rules', 'remove', 'OURS'])).status, 0);
    assert.match((await run(['validate', document])).out, /no rules/);
  });
  test('With both, each rule that differs is told [VAL-9]', async () => {
    const file = join(folder, 'PEPPOL-EN16931-UBL.sch');
    writeFileSync(file, SCHEMA);
    assert.equal((await run(['rules', 'install', file])).status, 0);
    const { status, err } = await run(['validate', '--rules', 'both', FIXTURE]);
    assert.equal(status, 0);
    assert.deepEqual(JSON.parse(err).differences, [{ rule: 'OURS-1', builtin: 0, installed: 1 }]);
    assert.equal((await run(['validate', '--rules', 'installed', FIXTURE])).status, 1);
    await run(['rules', 'remove', 'PEPPOL-EN16931-UBL']);
  });
  test('Rules that cannot be compiled are refused by name, and none of them is installed', async () => {
    const file = join(folder, 'BAD.sch');
    writeFileSync(file, SCHEMA.replace('starts-with(', 'unparsed-text('));
    const { status, err } = await run(['rules', 'install', file, '--for', 'urn:x']);
    assert.equal(status, 1);
    assert.match(err, /unparsed-text/);
    assert.doesNotMatch((await run(['rules', 'list'])).out, /BAD/);
  });
});
