import type { InstallationSecrets } from './installation-secrets.ts';

/**
 * The seat on a local network, which nobody issued: the same for all nodes of an installation. One whose folder has another
 * holds to that, as an operator holds to a keystore; whether it may is found out when it joins the others.
 */
export class KeptSeat {
  readonly #secrets: InstallationSecrets;
  #inUse: string | undefined;

  constructor(secrets: InstallationSecrets) {
    this.#secrets = secrets;
  }

  readonly keep = async (inFolder: string | undefined, make: () => Promise<string>): Promise<string> => {
    const kept = await this.#secrets.keep('seat', async () => inFolder ?? make());
    this.#inUse = inFolder ?? kept;
    return this.#inUse;
  };

  /** Ours is that of the installation, as no other node goes by another one. */
  async settle(): Promise<void> {
    if (this.#inUse !== undefined) await this.#secrets.replace('seat', this.#inUse);
  }
}
