import { createServer } from 'node:https';
import {
  type DocumentTypeId,
  type ProcessId,
  parseDocumentTypeId,
} from '@pappel/peppol-ids/document-type-id';
import { type ParticipantId, parseParticipantId } from '@pappel/peppol-ids/participant-id';
import type { KeyMaterial } from '@pappel/pki/key-material';
import { serviceGroupXml, signedServiceMetadataXml } from '@pappel/smp/write';
import { type Listening, listening, type TlsServerOptions } from './listening.ts';

/** A participant as an SMP tells of it. */
export interface Published {
  participant: ParticipantId;
  types: ReadonlyMap<DocumentTypeId, ProcessId>;
  url: string;
  certificateDer: Uint8Array;
}

export interface MetadataOptions extends TlsServerOptions {
  key: KeyMaterial;
  published: readonly Published[];
}

/** An SMP that can be read: who a participant is, for what, where, signed. */
export async function startMetadataServer(options: MetadataOptions): Promise<Listening> {
  const published = new Map(options.published.map((one) => [one.participant, one]));
  const { privateKey, certificate } = options.key;
  const key = { privateKey, certificateDer: certificate.x509.raw };
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
