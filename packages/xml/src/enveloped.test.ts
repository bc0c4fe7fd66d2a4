import assert from 'node:assert/strict';
import { generateKeyPairSync, KeyObject } from 'node:crypto';
import { before, describe, test } from 'node:test';
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';
import { DOMParser } from '@xmldom/xmldom';
import { SignedXml } from 'xml-crypto';
import { type SigningKey, signEnveloped, verifyEnveloped } from './enveloped.ts';
import { parseXml } from './parse.ts';

const DOCUMENT =
  '<?xml version="1.0" encoding="UTF-8"?>\n<m:a xmlns:m="urn:m" xmlns:unused="urn:u">\n  <m:b x="1">é &amp; ü</m:b>\n</m:a>\n';

let key: SigningKey;
let pem: string;

before(async () => {
  const pair = await crypto.subtle.generateKey(
    {
      name: 'RSASSA-PKCS1-v1_5',
      hash: 'SHA-256',
      modulusLength: 2048,
      publicExponent: new Uint8Array([1, 0, 1]),
    },
    true,
    ['sign', 'verify'],
  );
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=POP000001',
    keys: pair,
  });
  pem = certificate.toString('pem');
  key = {
    privateKey: KeyObject.from(pair.privateKey),
    certificateDer: new Uint8Array(certificate.rawData),
    subjectName: 'CN=POP000001',
  };
});

const verify = (xml: string) => verifyEnveloped(parseXml(Buffer.from(xml)));

describe('signed service metadata [SMP 1.4]', () => {
  test('What is signed verifies, and names its certificate', async () => {
    const result = await verify(await signEnveloped(DOCUMENT, key));
    assert.equal(result.ok, true);
    assert.equal(result.ok && result.subjectName, 'CN=POP000001');
  });
  test('xml-crypto verifies what we sign', async () => {
    const signed = await signEnveloped(DOCUMENT, key);
    const judge = new SignedXml({ publicCert: pem });
    const node = new DOMParser()
      .parseFromString(signed, 'text/xml')
      .getElementsByTagNameNS('http://www.w3.org/2000/09/xmldsig#', 'Signature')[0];
    assert.ok(node);
    judge.loadSignature(node.toString());
    assert.equal(judge.checkSignature(signed), true);
  });
  test('We verify what xml-crypto signs', async () => {
    const signer = new SignedXml({
      privateKey: key.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
      publicCert: pem,
      canonicalizationAlgorithm: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
      signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    });
    signer.addReference({
      xpath: '/*',
      isEmptyUri: true,
      transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature'],
      digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
    });
    signer.computeSignature(DOCUMENT);
    assert.deepEqual((await verify(signer.getSignedXml())).ok, true);
  });
  test('A changed document, a second signature, no signature and another key are refused', async () => {
    const signed = await signEnveloped(DOCUMENT, key);
    assert.equal((await verify(signed.replace('x="1"', 'x="2"'))).ok, false);
    assert.equal((await verify(signed.replace(/(<ds:Signature .*<\/ds:Signature>)/s, '$1$1'))).ok, false);
    assert.equal((await verify(DOCUMENT)).ok, false);
    const other = { ...key, privateKey: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey };
    assert.equal((await verify(await signEnveloped(DOCUMENT, other))).ok, false);
  });
  test('SHA-1 is refused', async () => {
    const signed = await signEnveloped(DOCUMENT, key);
    assert.equal((await verify(signed.replace('2001/04/xmlenc#sha256', '2000/09/xmldsig#sha1'))).ok, false);
    assert.equal((await verify(signed.replace('xmldsig-more#rsa-sha256', 'xmldsig#rsa-sha1'))).ok, false);
  });
});
