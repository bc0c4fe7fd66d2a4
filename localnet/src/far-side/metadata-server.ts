import { createServer } from 'node:https';
import { MLS_DOCUMENT_TYPE, MLS_PROCESS } from '@pappel/mls/status';
import { ALIASES, aliasToType } from '@pappel/peppol-ids/aliases';
import {
  type DocumentTypeId,
  type ProcessId,
  parseDocumentTypeId,
} from '@pappel/peppol-ids/document-type-id';
import { type ParticipantId, parseParticipantId } from '@pappel/peppol-ids/participant-id';
import { serviceGroupXml, signedServiceMetadataXml } from '@pappel/smp/write';
import type { FarKeys } from './keys.ts';
import { type Listening, listening, type TlsServerOptions } from './listening.ts';
import { MAGIC_RECEIVERS, type MagicReceiver, type Place } from './receivers.ts';

interface Published {
  participant: ParticipantId;
  types: ReadonlyMap<DocumentTypeId, ProcessId>;
  url: string;
  certificateDer: Uint8Array;
}

export interface MetadataOptions extends TlsServerOptions {
  keys: FarKeys;
  /** The far side as a provider, which takes Message Level Statuses. */
  provider: ParticipantId;
  /** The address of each place; `name` tells receivers apart, so that one which fails is left alone by itself. */
  urlOf(place: Place, name: string): string;
}

/** The far side's SMP: who it is, for what, where, signed. */
export async function startMetadataServer(options: MetadataOptions): Promise<Listening> {
  const published = new Map(publishedBy(options).map((one) => [one.participant, one]));
  const { keys } = options;
  const key = { privateKey: keys.smp.privateKey, certificateDer: keys.smp.certificate.x509.raw };
  let smpUrl = '';
  const answer = async (path: string): Promise<string | undefined> => {
    const [address, document] = path.slice(1).split('/services/').map(decodeURIComponent);
    const found = published.get(parseParticipantId(address ?? '') as ParticipantId);
    if (!found) return undefined;
    const { participant, types, url, certificateDer } = found;
    if (document === undefined) return serviceGroupXml(smpUrl, participant, [...types.keys()]);
    const type = parseDocumentTypeId(document);
    const process = type && types.get(type);
    if (!process) return undefined;
    const endpoint = { url, certificateDer, ...ALWAYS, contact: 'sandbox@pappel.invalid' };
    return signedServiceMetadataXml(participant, type, [process], endpoint, key);
  };
  const server = createServer(options.tls, (request, response) => {
    answer((request.url ?? '/').split('?')[0] ?? '/').then(
      (xml) => response.writeHead(xml ? 200 : 404, { 'content-type': 'application/xml' }).end(xml),
      // An address or type that is none.
      () => response.writeHead(404).end(),
    );
  });
  const smp = await listening(server, options.host);
  smpUrl = smp.url;
  return smp;
}

const ALWAYS = { activation: new Date('2020-01-01T00:00:00Z'), expiration: new Date('2099-01-01T00:00:00Z') };

function publishedBy({ keys, provider, urlOf }: MetadataOptions): Published[] {
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
