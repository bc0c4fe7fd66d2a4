import {
  type DocumentTypeId,
  type ProcessId,
  parseDocumentTypeId,
  parseProcessId,
} from '@pappel/peppol-ids/document-type-id';
import {
  PARTICIPANT_SCHEME,
  type ParticipantId,
  parseParticipantId,
} from '@pappel/peppol-ids/participant-id';
import { isSpid } from '@pappel/peppol-ids/seat-id';
import { parseXml } from '@pappel/xml/parse';
import { attributeOf, child, childElements, childrenNamed, textOf, type XmlElement } from '@pappel/xml/tree';
import { payloadBytes } from './payload.ts';
import {
  type AdditionalScope,
  PAYLOAD_NAMESPACE,
  type Sbdh,
  type SbdhError,
  type SbdhErrorId,
  SBDH_NAMESPACE as SH,
} from './sbdh.ts';

export type SbdReading = { ok: true; sbdh: Sbdh; payload: Uint8Array } | { ok: false; errors: SbdhError[] };

const COUNTRY = /^[A-Z0-9]{2}$/;
const DATE_TIME = /^-?\d{4,}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})?$/;
/** Bytes of an identifier: kept and indexed, never cut. Real ones are UUIDs. */
const LONGEST_ID = 512;
/** Before there was Peppol; and further ahead than clocks differ. */
const FIRST = new Date('2000-01-01T00:00:00Z');
const AHEAD_MS = 7 * 86_400_000;
const MOST_SCOPES = 100;
/** Of an envelope, the document in it not counted. Real ones have three thousand bytes and some thirty elements. */
const MOST_ELEMENTS = 1_000;
const MOST_HEADER_BYTES = 65_536;
const KNOWN_SCOPES = new Set(['DOCUMENTID', 'PROCESSID', 'COUNTRY_C1', 'MLS_TO', 'MLS_TYPE']);

/**
 * Reads an envelope and checks it [SBDH 2.0.2]. Unknown scopes are kept; a scope without Identifier means the usual
 * scheme; an invalid MLS_TO or MLS_TYPE counts as absent, so that it does not cost the business document.
 *
 * @param bytes the Standard Business Document, as AS4 carried it
 * @param now what CreationDateAndTime may not be more than a week ahead of
 * @returns the header and the payload as a slice of `bytes` (a copy only when the payload uses prefixes declared on
 *   the envelope), or everything that is wrong
 */
export function readSbd(bytes: Uint8Array, now = new Date()): SbdReading {
  let root: XmlElement;
  let elements = 0;
  try {
    root = parseXml(bytes, {
      limits: { textBytes: MOST_HEADER_BYTES },
      shallow: (element) => {
        if (++elements > MOST_ELEMENTS) throw new Error('The envelope has too many elements');
        return element.parent !== undefined && element.namespace !== SH;
      },
    });
  } catch (error) {
    return { ok: false, errors: [{ id: 'invalid-sbd-xml', message: (error as Error).message }] };
  }
  return new Reading(root, now).result();
}

/** Collects what is wrong while reading, so that one answer names it all. */
class Reading {
  readonly #root: XmlElement;
  readonly #errors: SbdhError[] = [];

  readonly #now: Date;

  constructor(root: XmlElement, now: Date) {
    this.#root = root;
    this.#now = now;
  }

  result(): SbdReading {
    const isSbd = this.#root.namespace === SH && this.#root.localName === 'StandardBusinessDocument';
    const header = isSbd ? child(this.#root, SH, 'StandardBusinessDocumentHeader') : undefined;
    if (!header)
      return {
        ok: false,
        errors: [{ id: 'missing-sbdh', message: 'This is no Standard Business Document' }],
      };
    if (header.end - header.start > MOST_HEADER_BYTES)
      return { ok: false, errors: [{ id: 'invalid-sbd-xml', message: 'The header is too large' }] };
    if (this.#text(header, 'HeaderVersion') !== '1.0')
      this.#wrong('invalid-header-version', 'HeaderVersion must be 1.0');
    const sbdh = { ...this.#partners(header), ...this.#identification(header), ...this.#scopes(header) };
    const payload = this.#payload();
    if (payload) this.#agreement(sbdh, payload);
    if (this.#errors.length > 0 || !payload) return { ok: false, errors: this.#errors };
    return { ok: true, sbdh: sbdh as Sbdh, payload: payloadBytes(payload) };
  }

  #wrong(id: SbdhErrorId, message: string): undefined {
    this.#errors.push({ id, message });
    return undefined;
  }

  #text(parent: XmlElement | undefined, name: string): string {
    const found = parent && child(parent, SH, name);
    return found ? textOf(found).trim() : '';
  }

  #partners(header: XmlElement) {
    return { sender: this.#partner(header, 'Sender'), receiver: this.#partner(header, 'Receiver') };
  }

  #partner(header: XmlElement, role: 'Sender' | 'Receiver'): ParticipantId | undefined {
    const name = role === 'Sender' ? 'sender' : 'receiver';
    const [party, second] = childrenNamed(header, SH, role);
    const identifiers = party ? childrenNamed(party, SH, 'Identifier') : [];
    const [identifier] = identifiers;
    if (second || !identifier || identifiers.length > 1)
      return this.#wrong(`invalid-${name}-count`, `There must be one ${role}`);
    if (attributeOf(identifier, 'Authority') !== PARTICIPANT_SCHEME) {
      return this.#wrong(
        `invalid-${name}-authority`,
        `The Authority of ${role} must be ${PARTICIPANT_SCHEME}`,
      );
    }
    return (
      parseParticipantId(textOf(identifier)) ??
      this.#wrong(`invalid-${name}-value`, `${role} is no participant identifier`)
    );
  }

  #identification(header: XmlElement) {
    const found = child(header, SH, 'DocumentIdentification');
    const instanceIdentifier = this.#text(found, 'InstanceIdentifier');
    const length = Buffer.byteLength(instanceIdentifier);
    if (length === 0 || length > LONGEST_ID)
      this.#wrong('invalid-instance-identifier', 'InstanceIdentifier is missing or too long');
    const created = this.#text(found, 'CreationDateAndTime');
    const creationDateTime = DATE_TIME.test(created) ? new Date(created) : new Date(Number.NaN);
    if (!(creationDateTime >= FIRST && creationDateTime.getTime() <= this.#now.getTime() + AHEAD_MS))
      this.#wrong('invalid-creation-date-time', 'CreationDateAndTime is no time, or one that cannot be');
    return {
      standard: this.#text(found, 'Standard'),
      typeVersion: this.#text(found, 'TypeVersion'),
      type: this.#text(found, 'Type'),
      instanceIdentifier,
      creationDateTime,
    };
  }

  #scopes(header: XmlElement) {
    const business = child(header, SH, 'BusinessScope');
    if (!business) this.#wrong('business-scope-missing', 'BusinessScope is missing');
    const written = business ? childrenNamed(business, SH, 'Scope') : [];
    if (written.length > MOST_SCOPES) this.#wrong('invalid-scope-count', 'There are too many scopes');
    const scopes = written.slice(0, MOST_SCOPES).map((scope) => ({
      type: this.#text(scope, 'Type'),
      value: this.#text(scope, 'InstanceIdentifier'),
      identifier: this.#text(scope, 'Identifier') || undefined,
    }));
    if (business && scopes.length < 3)
      this.#wrong('invalid-scope-count', 'There must be at least three scopes');
    const find = (type: string) => scopes.find((scope) => scope.type === type);
    return {
      documentTypeId: this.#documentType(find('DOCUMENTID')),
      processId: this.#process(find('PROCESSID')),
      countryC1: this.#country(find('COUNTRY_C1')),
      mlsTo: validMlsTo(find('MLS_TO')),
      mlsType: validMlsType(find('MLS_TYPE')),
      additional: scopes.filter((scope) => !KNOWN_SCOPES.has(scope.type)),
    };
  }

  #documentType(scope: AdditionalScope | undefined): DocumentTypeId | undefined {
    if (!scope) return this.#wrong('missing-document-type-identifier', 'The scope DOCUMENTID is missing');
    const id = parseDocumentTypeId(`${scope.identifier ?? 'busdox-docid-qns'}::${scope.value}`);
    // A star is for SMP registrations only: an envelope names the concrete type [SBDH 2.0.2 5.3].
    if (!id || scope.value.includes('*'))
      return this.#wrong('invalid-document-type-identifier', 'DOCUMENTID is no document type');
    return id;
  }

  #process(scope: AdditionalScope | undefined): ProcessId | undefined {
    if (!scope) return this.#wrong('missing-process-identifier', 'The scope PROCESSID is missing');
    const known = scope.identifier === undefined || scope.identifier === 'cenbii-procid-ubl';
    const id = known ? parseProcessId(scope.value) : undefined;
    return id ?? this.#wrong('invalid-process-identifier', 'PROCESSID is no process identifier');
  }

  #country(scope: AdditionalScope | undefined): string | undefined {
    if (!scope) return this.#wrong('missing-country-c1', 'The scope COUNTRY_C1 is missing');
    return COUNTRY.test(scope.value)
      ? scope.value
      : this.#wrong('invalid-country-c1', 'COUNTRY_C1 is no country code');
  }

  #payload(): XmlElement | undefined {
    const payloads = childElements(this.#root).slice(1);
    const [payload] = payloads;
    const nested = payload?.namespace === SH;
    if (!payload || payloads.length !== 1 || nested) {
      return this.#wrong(
        'invalid-business-message',
        'There must be exactly one business document in the envelope',
      );
    }
    return payload;
  }

  /** The header's Standard, Type and TypeVersion are those of the payload and of its document type. */
  #agreement(sbdh: Partial<Sbdh>, payload: XmlElement): void {
    if (payload.namespace === PAYLOAD_NAMESPACE || !sbdh.documentTypeId) return;
    const value = sbdh.documentTypeId.slice(sbdh.documentTypeId.indexOf('::') + 2);
    if (sbdh.standard !== payload.namespace || !value.startsWith(`${sbdh.standard}::`)) {
      this.#wrong('invalid-standard', 'Standard is not the namespace of the business document');
    }
    const version = sbdh.typeVersion ?? '';
    if (version === '' || version.includes(':') || !value.endsWith(`:${version}`)) {
      this.#wrong('invalid-type-version', 'TypeVersion is not the version of the document type');
    }
    if (sbdh.type !== payload.localName)
      this.#wrong('invalid-type', 'Type is not the name of the business document');
  }
}

function validMlsTo(scope: AdditionalScope | undefined): string | undefined {
  const valid =
    scope?.identifier === PARTICIPANT_SCHEME &&
    scope.value.startsWith('0242:') &&
    isSpid(scope.value.slice(5));
  return valid ? scope.value : undefined;
}

function validMlsType(scope: AdditionalScope | undefined): Sbdh['mlsType'] {
  return scope?.value === 'ALWAYS_SEND' || scope?.value === 'FAILURE_ONLY' ? scope.value : undefined;
}
