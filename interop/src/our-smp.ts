import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { DocumentTypeId } from '@pappel/peppol-ids/document-type-id';
import { canonicalId, type ParticipantId } from '@pappel/peppol-ids/participant-id';
import { serviceGroupXml } from '@pappel/smp/write';
import type { World } from './world.ts';

/** Serves what `@pappel/smp/write` writes, by TLS, as our service does. */
export class OurSmp {
  readonly #served = new Map<string, string>();
  readonly #types = new Map<ParticipantId, DocumentTypeId[]>();
  readonly #server;

  private constructor({ tls }: World) {
    this.#server = createServer({ key: tls.keyPem, cert: tls.certificatePem }, (request, response) => {
      const found = this.#served.get(decodeURIComponent(request.url ?? ''));
      response.writeHead(found ? 200 : 404, { 'content-type': 'text/xml; charset=UTF-8' }).end(found ?? '');
    });
  }

  static async start(world: World): Promise<OurSmp> {
    const smp = new OurSmp(world);
    smp.#server.listen(0, '127.0.0.1');
    await once(smp.#server, 'listening');
    return smp;
  }

  get url(): string {
    return `https://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Serves signed metadata of one document type, and a group that names it. */
  serve(participant: ParticipantId, documentTypeId: DocumentTypeId, signedXml: string): void {
    const types = [...(this.#types.get(participant) ?? []), documentTypeId];
    this.#types.set(participant, types);
    const base = `/${canonicalId(participant)}`;
    this.#served.set(base, serviceGroupXml(this.url, participant, types));
    this.#served.set(`${base}/services/${documentTypeId}`, signedXml);
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
