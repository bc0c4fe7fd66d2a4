import type { DocumentTypeId } from '@pappel/peppol-ids/document-type-id';
import type { ParticipantId } from '@pappel/peppol-ids/participant-id';
import { type BusinessCard, fetchBusinessCard } from '@pappel/smp/business-card';
import type { SmpContext } from '@pappel/smp/context';
import { locate } from '@pappel/smp/locate';
import { fetchServiceGroup } from '@pappel/smp/service-group';
import { fetchServiceMetadata, type Process } from '@pappel/smp/service-metadata';
import { atATime } from './at-a-time.ts';
import { Recent } from './recent.ts';

/** More would be unkind to an SMP. [NET-1] */
export const AT_A_TIME = 8;

export type TroubleCode =
  | 'DNS_UNAVAILABLE'
  | 'SMP_UNAVAILABLE'
  | 'SMP_RESPONSE_INVALID'
  | 'REVOCATION_UNKNOWN';

/** The network could not be asked, or answered nonsense: says nothing about whether a participant exists. */
export interface Trouble {
  kind: 'trouble';
  code: TroubleCode;
  detail: string;
}

export type Registration =
  | { kind: 'registered'; smpUrl: string; documentTypes: DocumentTypeId[] }
  | { kind: 'not-registered' }
  | Trouble;

/** What an SMP says of one document type; `problem` when nobody could send by it. */
export interface ServedType {
  documentTypeId: DocumentTypeId;
  processes: Process[];
  problem?: string;
}

export type Capabilities = { kind: 'served'; types: ServedType[] } | { kind: 'not-registered' } | Trouble;

const KEPT_MS = 15 * 60_000;

/** See `publicationMark`. */
type MarkOf = (participant: ParticipantId) => Promise<string>;

/**
 * Looks at the network, and remembers for a quarter of an hour whom it saw there [NET-6]. Who was not there, and
 * trouble, is looked at anew each time; so is whom we ourselves published, changed or withdrew meanwhile.
 */
export class NetworkView {
  readonly #context: SmpContext;
  readonly #markOf: MarkOf;
  readonly #registrations: Recent<Registration>;
  readonly #capabilities: Recent<Capabilities>;
  readonly #cards: Recent<BusinessCard | undefined>;

  constructor(context: SmpContext, markOf: MarkOf) {
    const now = () => context.clock().getTime();
    this.#context = context;
    this.#markOf = markOf;
    this.#registrations = new Recent({ most: 10_000, keptMs: KEPT_MS, now });
    this.#capabilities = new Recent({ most: 500, keptMs: KEPT_MS, now });
    this.#cards = new Recent({ most: 2_000, keptMs: KEPT_MS, now });
  }

  /** Where a participant is registered, and for what. */
  async registration(participant: ParticipantId): Promise<Registration> {
    return this.#registrations.get(
      await this.#keyOf(participant),
      () => this.#findRegistration(participant),
      ({ kind }) => kind === 'registered',
    );
  }

  /** Everything a participant receives, read from metadata whose signature was checked. */
  async capabilities(participant: ParticipantId): Promise<Capabilities> {
    return this.#capabilities.get(
      await this.#keyOf(participant),
      () => this.#findCapabilities(participant),
      ({ kind }) => kind === 'served',
    );
  }

  /** The business card, where there is one to be had: many have none, and nothing depends on it. */
  async card(participant: ParticipantId, smpUrl: string): Promise<BusinessCard | undefined> {
    const ask = async (): Promise<BusinessCard | undefined> => {
      const fetched = await fetchBusinessCard(this.#context, smpUrl, participant);
      return fetched.kind === 'found' ? fetched.card : undefined;
    };
    const key = `${await this.#keyOf(participant)} ${smpUrl}`;
    return this.#cards.get(key, ask, (card) => card !== undefined);
  }

  async #keyOf(participant: ParticipantId): Promise<string> {
    return `${participant} ${await this.#markOf(participant)}`;
  }

  async #findRegistration(participant: ParticipantId): Promise<Registration> {
    const location = await locate(this.#context, participant);
    if (location.kind === 'not-registered') return { kind: 'not-registered' };
    if (location.kind === 'unreachable') return trouble('DNS_UNAVAILABLE', location.detail);
    if (location.kind === 'broken') return trouble('SMP_RESPONSE_INVALID', location.detail);
    const { smpUrl } = location;
    const group = await fetchServiceGroup(this.#context, smpUrl, participant);
    switch (group.kind) {
      case 'found':
        return { kind: 'registered', smpUrl, documentTypes: group.documentTypes };
      case 'not-found':
        return { kind: 'not-registered' };
      case 'invalid':
        return trouble('SMP_RESPONSE_INVALID', group.detail);
      case 'unreachable':
        return trouble('SMP_UNAVAILABLE', group.detail);
    }
  }

  async #findCapabilities(participant: ParticipantId): Promise<Capabilities> {
    const registration = await this.registration(participant);
    if (registration.kind !== 'registered') return registration;
    const { smpUrl, documentTypes } = registration;
    const found = await atATime(AT_A_TIME, documentTypes, (type) => this.#read(participant, smpUrl, type));
    const failed = found.find((one): one is Trouble => 'kind' in one);
    return failed ?? { kind: 'served', types: found.filter((one): one is ServedType => !('kind' in one)) };
  }

  async #read(
    participant: ParticipantId,
    smpUrl: string,
    documentTypeId: DocumentTypeId,
  ): Promise<ServedType | Trouble> {
    const answer = await fetchServiceMetadata(this.#context, smpUrl, participant, documentTypeId);
    switch (answer.kind) {
      case 'verified':
        return { documentTypeId, processes: answer.metadata.processes };
      case 'not-found':
        return { documentTypeId, processes: [], problem: 'its SMP names it and does not have it' };
      case 'invalid':
        return { documentTypeId, processes: [], problem: answer.detail };
      case 'unreachable':
        return trouble(answer.code, answer.detail);
    }
  }
}

const trouble = (code: TroubleCode, detail: string): Trouble => ({ kind: 'trouble', code, detail });
