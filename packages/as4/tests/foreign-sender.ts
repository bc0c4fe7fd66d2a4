import { constants, createCipheriv, createHash, publicEncrypt, randomBytes, sign } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { KeyMaterial } from '@pappel/pki/key-material';
import { XmlDocument, type XmlElement } from 'libxml2-wasm';
import { ALGORITHM, NS, PROFILE } from '../src/peppol-profile.ts';
import type { As4Request } from '../src/receive.ts';
import { CORNERS } from './exchange.ts';

const EC = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ENCODING = ALGORITHM.base64;
const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('base64');
/** Base64 as Java's MIME encoder breaks it, with the carriage return as a reference. */
const broken = (data: Uint8Array): string =>
  (
    Buffer.from(data)
      .toString('base64')
      .match(/.{1,76}/g) ?? []
  ).join('&#13;\n');

export interface Habits {
  /** Bytes of the envelope before compression. */
  payload?: Uint8Array;
  /** What is sent as gzip instead of the compressed payload. */
  gzip?: Uint8Array;
  compressed?: boolean;
  /** Changes eb:Messaging before it is signed. */
  messaging?: (xml: string) => string;
  /** What is signed. */
  signs?: readonly ('messaging' | 'body' | 'attachment')[];
  /** The digest that is signed for the attachment, instead of that of its bytes. */
  attachmentDigest?: string;
  /** References to attachments that are signed besides. */
  alsoSigns?: readonly { contentId: string; digest: string }[];
  /** How the EncryptedKey says whose it is. */
  keyIdentifier?: 'token' | 'issuer-serial' | 'nothing';
  /** Another XML after the header blocks. */
  extraHeader?: string;
  /** Changes the SOAP text after it was signed. */
  afterwards?: (xml: string) => string;
  contentId?: string;
  /** The eb:Timestamp as written. */
  timestamp?: string;
}

/**
 * A message as another stack writes it, made without our own writer, canonicalizer or MIME: other prefixes, PrefixList,
 * declarations that nobody uses, pretty print, line breaks in base64, `mustUnderstand="1"`, security header first.
 */
export function foreignMessage(from: KeyMaterial, to: KeyMaterial, habits: Habits = {}): As4Request {
  const contentId = habits.contentId ?? 'att 1@foreign';
  const payload = habits.payload ?? Buffer.from('<sbd>foreign</sbd>');
  const content = habits.gzip ?? (habits.compressed === false ? payload : gzipSync(payload));
  const secret = randomBytes(16);
  const messaging = (habits.messaging ?? ((xml) => xml))(messagingXml(from, to, habits, contentId));
  const envelope = (security: string): string =>
    `<env:Envelope xmlns:env="${NS.soap}" xmlns:unused="urn:unused">\n <env:Header>\n  ` +
    `<sec:Security xmlns:sec="${NS.wsse}" xmlns:u="${NS.wsu}" xmlns:dsig="${NS.ds}" env:mustUnderstand="1">${security}</sec:Security>\n` +
    `  ${messaging}${habits.extraHeader ?? ''}\n </env:Header>\n <env:Body xmlns:u="${NS.wsu}" u:Id="id-body"/>\n</env:Envelope>`;
  const references = referencesXml(envelope(''), content, contentId, habits);
  const encryption = encryptionXml(to, secret, contentId, habits);
  const signature = (value: string): string =>
    `<dsig:Signature Id="sig"><dsig:SignedInfo><dsig:CanonicalizationMethod Algorithm="${EC}"><ec:InclusiveNamespaces xmlns:ec="${EC}" PrefixList="env"/></dsig:CanonicalizationMethod>` +
    `<dsig:SignatureMethod Algorithm="${ALGORITHM.rsaSha256}"/>${references}</dsig:SignedInfo>\n<dsig:SignatureValue>${value}</dsig:SignatureValue>` +
    `<dsig:KeyInfo><sec:SecurityTokenReference>${tokenReference('X509-sign')}</sec:SecurityTokenReference></dsig:KeyInfo></dsig:Signature>`;
  const unsigned = envelope(encryption + token('X509-sign', from) + signature(''));
  const signedInfo = canonical(unsigned, '//*[local-name()="SignedInfo"]', ['env']);
  const value = broken(sign('RSA-SHA256', Buffer.from(signedInfo), from.privateKey));
  const soap = envelope(encryption + token('X509-sign', from) + signature(value));
  return multipart((habits.afterwards ?? ((xml) => xml))(soap), encrypted(content, secret), contentId);
}

function messagingXml(from: KeyMaterial, to: KeyMaterial, habits: Habits, contentId: string): string {
  const cid = encodeURIComponent(contentId);
  const compression =
    habits.compressed === false
      ? ''
      : `<ns6:Property name="CompressionType">${PROFILE.compression}</ns6:Property>`;
  const party = (name: string, key: KeyMaterial, role: string): string =>
    `<ns6:${name}>\n<ns6:PartyId type="${PROFILE.partyType}">${key.certificate.commonName?.toLowerCase()}</ns6:PartyId><ns6:Role>${role}</ns6:Role></ns6:${name}>`;
  const property = (name: string, value: string): string =>
    `<ns6:Property name="${name}" type="iso6523-actorid-upis">${value}</ns6:Property>`;
  return (
    `<ns6:Messaging xmlns:ns6="${NS.eb}" xmlns:u="${NS.wsu}" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:ns2="${NS.ds}" u:Id="_msg" env:mustUnderstand="1">\n` +
    `<ns6:UserMessage><ns6:MessageInfo><ns6:Timestamp>${habits.timestamp ?? '2026-11-21T12:15:31+02:00'}</ns6:Timestamp><ns6:MessageId> m-7@foreign </ns6:MessageId></ns6:MessageInfo>` +
    `<ns6:PartyInfo>${party('From', from, PROFILE.initiatorRole)}${party('To', to, PROFILE.responderRole)}</ns6:PartyInfo>` +
    `<ns6:CollaborationInfo><ns6:AgreementRef>${PROFILE.agreement}</ns6:AgreementRef><ns6:Service type="cenbii-procid-ubl">${CORNERS.processId.split('::')[1]}</ns6:Service>` +
    `<ns6:Action>${CORNERS.documentTypeId}</ns6:Action><ns6:ConversationId/></ns6:CollaborationInfo>` +
    `<ns6:MessageProperties>${property('originalSender', CORNERS.originalSender)}${property('finalRecipient', CORNERS.finalRecipient)}</ns6:MessageProperties>` +
    `<ns6:PayloadInfo><ns6:PartInfo href="cid:${cid}"><ns6:PartProperties><ns6:Property name="MimeType">application/xml</ns6:Property>${compression}</ns6:PartProperties></ns6:PartInfo></ns6:PayloadInfo>` +
    '</ns6:UserMessage></ns6:Messaging>'
  );
}

function referencesXml(soap: string, content: Uint8Array, contentId: string, habits: Habits): string {
  const digests = {
    messaging: () => ({
      uri: '#_msg',
      digest: sha256(canonical(soap, '//*[local-name()="Messaging"]', ['env'])),
    }),
    body: () => ({
      uri: '#id-body',
      digest: sha256(canonical(soap, '/*/*[local-name()="Body"]', [])),
    }),
    attachment: () => ({
      uri: `cid:${encodeURIComponent(contentId)}`,
      digest: habits.attachmentDigest ?? sha256(content),
    }),
  };
  const transforms = {
    messaging: `<dsig:Transform Algorithm="${EC}"><ec:InclusiveNamespaces xmlns:ec="${EC}" PrefixList="env"/></dsig:Transform>`,
    body: `<dsig:Transform Algorithm="${EC}"/>`,
    attachment: `<dsig:Transform Algorithm="${ALGORITHM.attachmentContent}"/>`,
  };
  const besides = (habits.alsoSigns ?? []).map(({ contentId: other, digest }) => ({
    uri: `cid:${encodeURIComponent(other)}`,
    digest,
    transform: transforms.attachment,
  }));
  return (habits.signs ?? ['attachment', 'messaging', 'body'])
    .map((part) => ({ ...digests[part](), transform: transforms[part] }))
    .concat(besides)
    .map(
      ({ uri, digest, transform }) =>
        `<dsig:Reference URI="${uri}"><dsig:Transforms>${transform}</dsig:Transforms><dsig:DigestMethod Algorithm="${ALGORITHM.sha256}"/><dsig:DigestValue>${digest}</dsig:DigestValue></dsig:Reference>`,
    )
    .join('\n');
}

function encryptionXml(to: KeyMaterial, secret: Buffer, contentId: string, habits: Habits): string {
  const wrapped = publicEncrypt(
    {
      key: to.certificate.publicKey,
      padding: constants.RSA_PKCS1_OAEP_PADDING,
      oaepHash: 'sha256',
    },
    secret,
  );
  const keyInfo = {
    token: `<sec:SecurityTokenReference>${tokenReference('X509-enc')}</sec:SecurityTokenReference>`,
    'issuer-serial':
      '<sec:SecurityTokenReference><dsig:X509Data><dsig:X509IssuerSerial><dsig:X509IssuerName>CN=x</dsig:X509IssuerName><dsig:X509SerialNumber>1</dsig:X509SerialNumber></dsig:X509IssuerSerial></dsig:X509Data></sec:SecurityTokenReference>',
    nothing: '',
  }[habits.keyIdentifier ?? 'token'];
  return (
    token('X509-enc', to) +
    `<x:EncryptedKey xmlns:x="${NS.xenc}" Id="EK"><x:EncryptionMethod Algorithm="${ALGORITHM.rsaOaep}"><dsig:DigestMethod Algorithm="${ALGORITHM.sha256}"/><m:MGF xmlns:m="${NS.xenc11}" Algorithm="${ALGORITHM.mgf1Sha256}"/></x:EncryptionMethod>` +
    `<dsig:KeyInfo>${keyInfo}</dsig:KeyInfo><x:CipherData><x:CipherValue>${broken(wrapped)}</x:CipherValue></x:CipherData><x:ReferenceList><x:DataReference URI="#ED"/></x:ReferenceList></x:EncryptedKey>` +
    `<x:EncryptedData xmlns:x="${NS.xenc}" Id="ED" MimeType="${habits.compressed === false ? 'application/xml' : PROFILE.compression}" Type="${ALGORITHM.attachmentContentOnly}"><x:EncryptionMethod Algorithm="${ALGORITHM.aes128Gcm}"/>` +
    `<dsig:KeyInfo><sec:SecurityTokenReference><sec:Reference URI="#EK"/></sec:SecurityTokenReference></dsig:KeyInfo><x:CipherData><x:CipherReference URI="cid:${encodeURIComponent(contentId)}"><x:Transforms><dsig:Transform Algorithm="${ALGORITHM.attachmentCiphertext}"/></x:Transforms></x:CipherReference></x:CipherData></x:EncryptedData>`
  );
}

function token(id: string, { certificate }: KeyMaterial): string {
  return `<sec:BinarySecurityToken u:Id="${id}" EncodingType="${ENCODING}" ValueType="${ALGORITHM.x509v3}">${broken(certificate.der)}</sec:BinarySecurityToken>`;
}

function tokenReference(id: string): string {
  return `<sec:Reference URI="#${id}" ValueType="${ALGORITHM.x509v3}"/>`;
}

function encrypted(content: Uint8Array, secret: Buffer): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-128-gcm', secret, iv);
  return Buffer.concat([iv, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

/** Exclusive C14N as libxml2 does it. */
export function canonical(xml: string, xpath: string, inclusiveNamespacePrefixes: string[]): string {
  const doc = XmlDocument.fromString(xml);
  try {
    const element = doc.get(xpath) as XmlElement;
    return element.canonicalizeToString({
      mode: 1,
      withComments: false,
      inclusiveNamespacePrefixes,
    });
  } finally {
    doc.dispose();
  }
}

/** No quotes around the boundary, a preamble, header names in lower case, no `start`. */
function multipart(soap: string, attachment: Uint8Array, contentId: string): As4Request {
  const body = Buffer.concat([
    Buffer.from(
      `This is a multipart message\r\n--=_b_1 \r\ncontent-type: application/soap+xml; charset=UTF-8\r\n\r\n${soap}\r\n` +
        `--=_b_1\r\ncontent-type: application/octet-stream\r\ncontent-transfer-encoding: binary\r\ncontent-id: <${contentId}>\r\n\r\n`,
    ),
    attachment,
    Buffer.from('\r\n--=_b_1--'),
  ]);
  return { contentType: 'Multipart/Related; boundary==_b_1; type="application/soap+xml"', body };
}
