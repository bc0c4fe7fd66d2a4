import { MLS_DOCUMENT_TYPE, MLS_PROCESS } from '@pappel/mls/status';
import { ALIASES, aliasToType } from '@pappel/peppol-ids/aliases';
import type { DocumentTypeId, ProcessId } from '@pappel/peppol-ids/document-type-id';
import type { ParticipantId } from '@pappel/peppol-ids/participant-id';
import type { FarKeys } from './keys.ts';
import type { Published } from './metadata-server.ts';
import { MAGIC_RECEIVERS, type MagicReceiver, type Place } from './receivers.ts';

export interface FarPlaces {
  keys: FarKeys;
  /** The far side as a provider, which takes Message Level Statuses. */
  provider: ParticipantId;
  /** The address of each place; `name` tells receivers apart, so that one which fails is left alone by itself. */
  urlOf(place: Place, name: string): string;
}

/** What the far side's SMP says: of its receivers, and of itself. */
export function publishedBy({ keys, provider, urlOf }: FarPlaces): Published[] {
  const certificates: Record<Place, Uint8Array> = {
    'access-point': keys.accessPoint.certificate.x509.raw,
    silence: keys.accessPoint.certificate.x509.raw,
    'expired-certificate': keys.expired.certificate.x509.raw,
    'revoked-certificate': keys.revoked.certificate.x509.raw,
  };
  const entry = ({ name, participant, published }: MagicReceiver): Published[] =>
    published
      ? [
          {
            participant,
            types: published.takes === 'every type' ? EVERY_TYPE : ORDERS,
            url: urlOf(published.place, name),
            certificateDer: certificates[published.place],
          },
        ]
      : [];
  const ourselves = {
    participant: provider,
    types: new Map([[MLS_DOCUMENT_TYPE, MLS_PROCESS]]),
    url: urlOf('access-point', 'provider'),
    certificateDer: certificates['access-point'],
  };
  return [ourselves, ...MAGIC_RECEIVERS.flatMap(entry)];
}

function typesOf(aliases: readonly string[]): ReadonlyMap<DocumentTypeId, ProcessId> {
  const types = aliases.map(aliasToType).filter((type) => type !== undefined);
  return new Map(types.map(({ documentTypeId, processId }) => [documentTypeId, processId]));
}

const EVERY_TYPE = typesOf(ALIASES);
const ORDERS = typesOf(['order']);
