import type { BusinessEntity } from '@pappel/smp/business-card';
import type { IndexEntry } from './directory-index.ts';

/** Whether an entry fits one parameter; told the value in lower case. */
type Filter = (entry: IndexEntry, value: string) => boolean;

const contains = (text: string | undefined, part: string): boolean =>
  text?.toLowerCase().includes(part) ?? false;
const inEntities =
  (look: (entity: BusinessEntity) => (string | undefined)[]): Filter =>
  (entry, value) =>
    entry.entities.some((entity) => look(entity).some((text) => contains(text, value)));

const everything = (entity: BusinessEntity): (string | undefined)[] => [
  ...entity.names.map(({ name }) => name),
  entity.countryCode,
  entity.geographicalInformation,
  entity.additionalInformation,
  ...(entity.identifiers ?? []).map(({ value }) => value),
  ...(entity.websites ?? []),
  ...(entity.contacts ?? []).flatMap(({ name, phone, email }) => [name, phone, email]),
];

/** The parameters of the public search [PD-spec 4.2]; several are all to hold. */
const FILTERS: Record<string, Filter> = {
  q: (entry, value) =>
    value
      .split(/\s+/)
      .filter(Boolean)
      .every((word) => entry.participant.includes(word) || inEntities(everything)(entry, word)),
  participant: (entry, value) => `iso6523-actorid-upis::${entry.participant}` === value,
  name: inEntities((entity) => entity.names.map(({ name }) => name)),
  country: (entry, value) => entry.entities.some((entity) => entity.countryCode.toLowerCase() === value),
  geoinfo: inEntities((entity) => [entity.geographicalInformation]),
  website: inEntities((entity) => entity.websites ?? []),
  contact: inEntities((entity) =>
    (entity.contacts ?? []).flatMap(({ name, phone, email }) => [name, phone, email]),
  ),
  addinfo: inEntities((entity) => [entity.additionalInformation]),
  regdate: (entry, value) => entry.entities.some((entity) => entity.registrationDate === value),
  identifierScheme: inEntities((entity) => (entity.identifiers ?? []).map(({ scheme }) => scheme)),
  identifierValue: inEntities((entity) => (entity.identifiers ?? []).map(({ value }) => value)),
  doctype: (entry, value) => entry.documentTypes.some((type) => type.toLowerCase() === value),
};

/** Nobody is shown more than the first thousand. */
const WINDOW = 1_000;

/** The JSON answer of the public search [PD-spec 4.3]; undefined for a query that is refused. */
export function searchAnswer(entries: readonly IndexEntry[], query: URLSearchParams): unknown {
  const terms = [...query].filter(([name, value]) => name in FILTERS && value.trim() !== '');
  const index = Number(query.get('resultPageIndex') ?? query.get('rpi') ?? 0);
  const size = Number(query.get('resultPageCount') ?? query.get('rpc') ?? 20);
  if (terms.length === 0 || !isWindow(index, size)) return undefined;
  const fits = (entry: IndexEntry): boolean =>
    terms.every(([name, value]) => FILTERS[name]?.(entry, value.trim().toLowerCase()) ?? false);
  const found = entries.filter(fits);
  const page = found.slice(index * size, (index + 1) * size);
  return {
    version: '1.0',
    'total-result-count': found.length,
    'used-result-count': page.length,
    'result-page-index': index,
    'result-page-count': size,
    'first-result-index': index * size,
    'last-result-index': Math.max(0, index * size + page.length - 1),
    'query-terms': terms.map(([name, value]) => `${name}=${value}`).join('&'),
    'creation-dt': new Date().toISOString(),
    matches: page.map(matchOf),
  };
}

const isWindow = (index: number, size: number): boolean =>
  Number.isInteger(index) && Number.isInteger(size) && index >= 0 && size > 0 && (index + 1) * size <= WINDOW;

function matchOf({ participant, documentTypes, entities }: IndexEntry) {
  const typed = documentTypes.map((type) => {
    const separator = type.indexOf('::');
    return { scheme: type.slice(0, separator), value: type.slice(separator + 2) };
  });
  return {
    participantID: { scheme: 'iso6523-actorid-upis', value: participant },
    docTypes: typed,
    entities: entities.map((entity) => ({
      name: entity.names,
      countryCode: entity.countryCode,
      geoInfo: entity.geographicalInformation,
      identifiers: entity.identifiers,
      websites: entity.websites,
      contacts: entity.contacts,
      additionalInfo: entity.additionalInformation,
      regDate: entity.registrationDate,
    })),
  };
}
