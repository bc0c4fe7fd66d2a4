import type { Certificate } from '@pappel/pki/certificate';
import type { Trust } from '@pappel/pki/trust';
import type { SmpContext } from '@pappel/smp/context';
import type { DirectoryContext } from '@pappel/smp/directory';
import type { SmlContext } from '@pappel/smp/sml';
import type { Config } from '../settings/config.ts';

interface Holder {
  certificate: Certificate;
}

/** The keys and clients of an installation, as its service has them. */
export interface Network {
  identity: {
    accessPoint: Holder;
    smp: Holder;
    formerAccessPoints: readonly Holder[];
    trust: Pick<Trust, 'check'>;
    /** Of TLS servers, when it is not the usual web CAs. */
    tlsCa: string | undefined;
  };
  smp: SmpContext;
  sml: SmlContext;
  /** Undefined where there is none. */
  directory: DirectoryContext | undefined;
  close(): Promise<void>;
}

/** Opens them; throws with what is wrong with the settings. */
export type OpenNetwork = (config: Config) => Promise<Network>;
