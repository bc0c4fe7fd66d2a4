import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filedNames, isUnfinishedName, normalised, placeOf, requireName } from './paths.ts';

test('Nothing is above the root, however it is written [SFT-7]', () => {
  for (const path of ['..', '/../..', '../../etc/passwd/../..', './.././', '/a/../..', ''])
    assert.equal(normalised(path), '/', path);
  assert.equal(normalised('/acme/../../acme/./seven//outbox/'), '/acme/seven/outbox');
});
test('An account-wide login has a level of companies, a company login has not', () => {
  const where = { company: 'acme', participant: 'seven', folder: 'outbox' };
  assert.deepEqual(placeOf('/acme/seven/outbox/x.xml', true), { kind: 'file', ...where, name: 'x.xml' });
  assert.deepEqual(placeOf('seven/outbox', false), { kind: 'folder', ...where, company: undefined });
  assert.deepEqual(placeOf('/', true), { kind: 'root' });
  assert.deepEqual(placeOf('/acme', true), { kind: 'company', company: 'acme' });
});
test('A directory that is none of the five, and what is deeper, is nowhere', () => {
  for (const path of ['/a/etc', '/a/outbox/x/y', '/a/OUTBOX'])
    assert.equal(placeOf(path, false).kind, 'nowhere', path);
});
test('Names that are not done are never picked up [SFT-11]', () => {
  for (const name of ['x.xml.part', 'x.FILEPART', 'x.tmp', 'x.uploading', '.x.xml'])
    assert.ok(isUnfinishedName(name), name);
  for (const name of ['x.xml', 'part.xml', 'x.party']) assert.ok(!isUnfinishedName(name), name);
});
test('A second file of a name gets a number, and its sidecar with it', () => {
  assert.deepEqual(filedNames('x.xml', 1), { name: 'x.xml', sidecar: 'x.json' });
  assert.deepEqual(filedNames('x.xml', 2), { name: 'x.2.xml', sidecar: 'x.2.json' });
  assert.deepEqual(filedNames('invoice', 3), { name: 'invoice.3', sidecar: 'invoice.3.json' });
  assert.deepEqual(filedNames('x.json', 1), { name: 'x.json.file', sidecar: 'x.json.json' });
});
test('Control characters, other encodings than UTF-8 and endless names are refused', () => {
  for (const name of ['a\0b', 'a\nb', 'f\ufffd.xml', 'a\\b', 'x'.repeat(201)])
    assert.throws(() => requireName(name), { name: 'SftpRefusal' }, JSON.stringify(name));
  requireName('Rechnung für März.xml');
});
