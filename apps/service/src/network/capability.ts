import { typeToAlias } from '@pappel/peppol-ids/aliases';
import type { ServedType } from './network-view.ts';

/** A way to send one kind of document to a participant. [NET-8] */
export interface NetworkCapability {
  documentTypeId: string;
  processId: string;
  type?: string;
  endpointUrl: string;
  transportProfile: string;
  certificateExpiresAt?: string;
}

export function endpointsOf({ documentTypeId, processes }: ServedType): NetworkCapability[] {
  return processes.flatMap(({ processId, endpoints }) =>
    endpoints.map(({ url, transportProfile, certificate }) => ({
      documentTypeId,
      processId,
      type: typeToAlias(documentTypeId),
      endpointUrl: url,
      transportProfile,
      certificateExpiresAt: certificate?.validTo.toISOString(),
    })),
  );
}
