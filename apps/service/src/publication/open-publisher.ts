import type { KeyMaterial } from '@pappel/pki/key-material';
import type { SmpContext } from '@pappel/smp/context';
import type { DirectoryContext } from '@pappel/smp/directory';
import type { SmlContext } from '@pappel/smp/sml';
import { externalSmp } from './external-smp.ts';
import { ownSmp } from './own-smp.ts';
import type { Publisher } from './publisher.ts';

export interface Publishing {
  smpPublicUrl: string;
  as4PublicUrl: string;
  contact: string;
  smp: { external: { url: string; user: string; password: string } | undefined };
}

export interface PublishingClients {
  smp: SmpContext;
  sml: SmlContext;
  directory: DirectoryContext | undefined;
  indexer: DirectoryContext | undefined;
}

/** The SMP of this service, or the one elsewhere that the settings name. */
export function openPublisher(
  { smpPublicUrl, as4PublicUrl, contact, smp: { external } }: Publishing,
  identity: { accessPoint: KeyMaterial },
  { smp, sml, directory, indexer }: PublishingClients,
): Publisher {
  if (!external) return ownSmp({ smpPublicUrl, sml, indexer });
  const { certificate } = identity.accessPoint;
  const endpoint = {
    url: as4PublicUrl,
    certificateDer: certificate.der,
    activation: certificate.validFrom,
    expiration: certificate.validTo,
    contact,
  };
  // The operator's own SMP may stand at a private address, which the network's client refuses.
  const writer = { ...external, dispatcher: sml.dispatcher };
  return externalSmp({ smpPublicUrl, writer, smp, directory, endpoint });
}
