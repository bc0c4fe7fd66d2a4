/** Every fixed value of the Peppol AS4 profile 2.0.3, the P-Mode of every exchange. Another profile is another table. */
export const PROFILE = {
  agreement: 'urn:fdc:peppol.eu:2017:agreements:tia:ap_provider',
  partyType: 'urn:fdc:peppol.eu:2017:identifiers:ap',
  initiatorRole: 'http://docs.oasis-open.org/ebxml-msg/ebms/v3.0/ns/core/200704/initiator',
  responderRole: 'http://docs.oasis-open.org/ebxml-msg/ebms/v3.0/ns/core/200704/responder',
  transportProfile: 'peppol-transport-as4-v2_0',
  participantScheme: 'iso6523-actorid-upis',
  compression: 'application/gzip',
  payloadMimeType: 'application/xml',
  testService: 'http://docs.oasis-open.org/ebxml-msg/ebms/v3.0/ns/core/200704/service',
  testAction: 'http://docs.oasis-open.org/ebxml-msg/ebms/v3.0/ns/core/200704/test',
} as const;

export const NS = {
  soap: 'http://www.w3.org/2003/05/soap-envelope',
  eb: 'http://docs.oasis-open.org/ebxml-msg/ebms/v3.0/ns/core/200704/',
  ebbp: 'http://docs.oasis-open.org/ebxml-bp/ebbp-signals-2.0',
  wsse: 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd',
  wsse11: 'http://docs.oasis-open.org/wss/oasis-wss-wssecurity-secext-1.1.xsd',
  wsu: 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd',
  ds: 'http://www.w3.org/2000/09/xmldsig#',
  xenc: 'http://www.w3.org/2001/04/xmlenc#',
  xenc11: 'http://www.w3.org/2009/xmlenc11#',
} as const;

/** SOAP roles that a message service handler acts in; a header without role is for it too [SOAP 1.2 2.2]. */
export const SOAP_ROLES: ReadonlySet<string> = new Set([
  '',
  'http://www.w3.org/2003/05/soap-envelope/role/next',
  'http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver',
]);

/** Algorithms and token kinds; nothing else is written, and nothing else is taken [AS4-prof 4.5]. */
export const ALGORITHM = {
  exclusiveC14n: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  rsaSha256: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  sha256: 'http://www.w3.org/2001/04/xmlenc#sha256',
  rsaOaep: 'http://www.w3.org/2009/xmlenc11#rsa-oaep',
  mgf1Sha256: 'http://www.w3.org/2009/xmlenc11#mgf1sha256',
  aes128Gcm: 'http://www.w3.org/2009/xmlenc11#aes128-gcm',
  attachmentContent:
    'http://docs.oasis-open.org/wss/oasis-wss-SwAProfile-1.1#Attachment-Content-Signature-Transform',
  attachmentCiphertext:
    'http://docs.oasis-open.org/wss/oasis-wss-SwAProfile-1.1#Attachment-Ciphertext-Transform',
  attachmentContentOnly: 'http://docs.oasis-open.org/wss/oasis-wss-SwAProfile-1.1#Attachment-Content-Only',
  encryptedKeyToken: 'http://docs.oasis-open.org/wss/oasis-wss-soap-message-security-1.1#EncryptedKey',
  base64: 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#Base64Binary',
  x509v3: 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-x509-token-profile-1.0#X509v3',
} as const;
