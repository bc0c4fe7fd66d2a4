import {
  canonicalId,
  PARTICIPANT_SCHEME,
  type ParticipantId,
  parseParticipantId,
} from '@pappel/peppol-ids/participant-id';
import { attributeOf, childElements, textOf, type XmlElement } from '@pappel/xml/tree';
import { escapeAttribute, escapeText } from '@pappel/xml/write';
import { fetchResource, type SmpReader } from './fetch-resource.ts';
import { readXml } from './read-xml.ts';

/** What the current form of a card is written in; two older ones are read too [PD-spec 3]. */
const CURRENT = 'http://www.peppol.eu/schema/pd/businesscard/20180621/';
const READABLE = [
  CURRENT,
  'http://www.peppol.eu/schema/pd/businesscard/20161123/',
  'http://www.peppol.eu/schema/pd/businesscard/20160112/',
];

export interface BusinessContact {
  type?: string;
  name?: string;
  phone?: string;
  email?: string;
}

/** One legal entity behind a participant. Personal data only with consent. */
export interface BusinessEntity {
  /** At least one; languages are ISO 639-1. */
  names: { name: string; language?: string }[];
  /** ISO 3166-1 alpha-2. */
  countryCode: string;
  geographicalInformation?: string;
  identifiers?: { scheme: string; value: string }[];
  websites?: string[];
  contacts?: BusinessContact[];
  additionalInformation?: string;
  /** `2026-01-01` */
  registrationDate?: string;
}

/** What an SMP tells the Peppol Directory, and people, about a participant. */
export interface BusinessCard {
  participant: ParticipantId;
  entities: BusinessEntity[];
}

export function businessCardXml(card: BusinessCard): string {
  const id = `<ParticipantIdentifier scheme="${PARTICIPANT_SCHEME}">${escapeText(card.participant)}</ParticipantIdentifier>`;
  return `<?xml version="1.0" encoding="UTF-8"?><BusinessCard xmlns="${CURRENT}">${id}${card.entities.map(entityXml).join('')}</BusinessCard>`;
}

const element = (name: string, value: string | undefined): string =>
  value === undefined ? '' : `<${name}>${escapeText(value)}</${name}>`;

function entityXml(entity: BusinessEntity): string {
  const names = entity.names.map(
    ({ name, language }) =>
      `<Name${language ? ` language="${escapeAttribute(language)}"` : ''}>${escapeText(name)}</Name>`,
  );
  const identifiers = (entity.identifiers ?? []).map(
    ({ scheme, value }) =>
      `<Identifier scheme="${escapeAttribute(scheme)}">${escapeText(value)}</Identifier>`,
  );
  const contacts = (entity.contacts ?? []).map(
    ({ type, name, phone, email }) =>
      `<Contact>${element('Type', type)}${element('Name', name)}${element('PhoneNumber', phone)}${element('Email', email)}</Contact>`,
  );
  const date = entity.registrationDate
    ? ` registrationDate="${escapeAttribute(entity.registrationDate)}"`
    : '';
  return (
    `<BusinessEntity${date}>${names.join('')}${element('CountryCode', entity.countryCode)}` +
    element('GeographicalInformation', entity.geographicalInformation) +
    identifiers.join('') +
    (entity.websites ?? []).map((url) => element('WebsiteURI', url)).join('') +
    `${contacts.join('')}${element('AdditionalInformation', entity.additionalInformation)}</BusinessEntity>`
  );
}

/** Reads a card in any of the three forms; undefined when it is none, or has no participant. */
export function readBusinessCard(bytes: Uint8Array): BusinessCard | undefined {
  let root: XmlElement;
  try {
    root = readXml(bytes);
  } catch {
    return undefined;
  }
  if (root.localName !== 'BusinessCard' || !READABLE.includes(root.namespace)) return undefined;
  const participant = parseParticipantId(textIn(root, 'ParticipantIdentifier') ?? '');
  return participant && { participant, entities: named(root, 'BusinessEntity').map(readEntity) };
}

/** Whatever the namespace: the forms differ in it, not in the names. */
const named = (parent: XmlElement, name: string): XmlElement[] =>
  childElements(parent).filter((one) => one.localName === name);

function textIn(parent: XmlElement, name: string): string | undefined {
  const [found] = named(parent, name);
  const text = found && textOf(found).trim();
  return text === '' ? undefined : text;
}

function readEntity(entity: XmlElement): BusinessEntity {
  return {
    names: named(entity, 'Name').map((one) => ({
      name: textOf(one).trim(),
      language: attributeOf(one, 'language'),
    })),
    countryCode: textIn(entity, 'CountryCode') ?? '',
    geographicalInformation: textIn(entity, 'GeographicalInformation'),
    identifiers: named(entity, 'Identifier').map((one) => ({
      scheme: attributeOf(one, 'scheme') ?? '',
      value: textOf(one).trim(),
    })),
    websites: named(entity, 'WebsiteURI').map((one) => textOf(one).trim()),
    contacts: named(entity, 'Contact').map((one) => ({
      type: textIn(one, 'Type'),
      name: textIn(one, 'Name'),
      phone: textIn(one, 'PhoneNumber'),
      email: textIn(one, 'Email'),
    })),
    additionalInformation: textIn(entity, 'AdditionalInformation'),
    registrationDate: attributeOf(entity, 'registrationDate'),
  };
}

export type FetchedCard =
  | { kind: 'found'; card: BusinessCard }
  | { kind: 'not-found' }
  | { kind: 'invalid'; detail: string }
  | { kind: 'unreachable'; detail: string };

/** Fetches the card of a participant from its SMP [SMP 1.4 5.3]; a card about somebody else is invalid. */
export async function fetchBusinessCard(
  context: SmpReader,
  smpUrl: string,
  participant: ParticipantId,
): Promise<FetchedCard> {
  const url = `${smpUrl}/businesscard/${encodeURIComponent(canonicalId(participant))}`;
  const fetched = await fetchResource(context, url);
  if (fetched.kind === 'refused') return { kind: 'invalid', detail: fetched.detail };
  if (fetched.kind !== 'document') return fetched;
  const card = readBusinessCard(fetched.bytes);
  if (card?.participant === participant) return { kind: 'found', card };
  return { kind: 'invalid', detail: `${url} is no business card of ${participant}` };
}
