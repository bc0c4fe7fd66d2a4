import type { KeyMaterial } from '@pappel/pki/key-material';
import type { SmpContext } from '@pappel/smp/context';
import type { DirectoryContext } from '@pappel/smp/directory';
import type { SmlContext } from '@pappel/smp/sml';
import type { PublishedEndpoint } from '@pappel/smp/write';
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

/** How the network reaches us, as an SMP elsewhere is told. */
export function endpointOf(
  { as4PublicUrl, contact }: Pick<Publishing, 'as4PublicUrl' | 'contact'>,
  { accessPoint: { certificate } }: { accessPoint: KeyMaterial },
): PublishedEndpoint {
  return {
    url: as4PublicUrl,
    certificateDer: certificate.der,
    activation: certificate.validFrom,
    expiration: certificate.validTo,
    contact,
  };
}

/** The SMP of this service, or the one elsewhere that the settings name. */
export function openPublisher(
  settings: Publishing,
  identity: { accessPoint: KeyMaterial },
  { smp, sml, directory, indexer }: PublishingClients,
): Publisher {
  const {
    smpPublicUrl,
    smp: { external },
  } = settings;
  if (!external) return ownSmp({ smpPublicUrl, sml, indexer });
  // The operator's own SMP may stand at a private address, which the network's client refuses.
  const writer = { ...external, dispatcher: sml.dispatcher };
  return externalSmp({ smpPublicUrl, writer, smp, directory, endpoint: endpointOf(settings, identity) });
}
