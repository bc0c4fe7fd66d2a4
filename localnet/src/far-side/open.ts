import { providerOf } from '@pappel/mls/addressing';
import { aliasToType } from '@pappel/peppol-ids/aliases';
import { startAccessPoint } from './access-point.ts';
import { type DocumentKind, type Party, type SandboxType, writeDocument } from './documents.ts';
import type { FarKeys } from './keys.ts';
import type { TlsServerOptions } from './listening.ts';
import { startMetadataServer } from './metadata-server.ts';
import { openPost, type PostContext, type Posted, post } from './post.ts';
import { publishedBy } from './published.ts';
import { ACCEPTS, MAGIC_RECEIVERS, type MagicReceiver, type Place } from './receivers.ts';
import { register } from './register.ts';
import { Rejections } from './rejections.ts';
import { startSilentServer } from './silent-server.ts';

/** Another provider of the local network, in this process: customers of it receive and send as they are asked to. */
export interface FarSide {
  receivers: readonly MagicReceiver[];
  /** Has a document sent to somebody of the network; answers once the Receipt is there, or why there is none. */
  send(type: SandboxType, kind: DocumentKind, to: Party): Promise<Posted>;
  close(): Promise<void>;
}

export interface FarSideOptions {
  keys: FarKeys;
  anchorsPem: string;
  tlsCaPem: string;
  zone: string;
  /** `host:port` */
  dns: string;
}

export interface RunningFarSideOptions extends FarSideOptions, TlsServerOptions {
  smlUrl: string;
}

const LARGEST_ENVELOPE = 42 * 1024 * 1024;

/** The far side of a network that another installation keeps: its receivers run there, and it is sent for from here. */
export function joinFarSide(options: FarSideOptions): FarSide {
  const { post: context, close } = openPostOf(options);
  return { receivers: MAGIC_RECEIVERS, send: (...letter) => send(context, options.keys, letter), close };
}

/** Starts the far side: access point, SMP and one that hangs, registered with the SML as any provider is. */
export async function startFarSide(options: RunningFarSideOptions): Promise<FarSide> {
  const { keys } = options;
  const provider = providerOf(keys.seat);
  await using opened = new AsyncDisposableStack();
  const { post: context, trust, close } = openPostOf(options);
  opened.defer(close);
  const rejections = new Rejections(context, provider);
  opened.defer(() => rejections.close());
  const accessPoint = await startAccessPoint({
    ...options,
    key: keys.accessPoint,
    as4: { keys: [keys.accessPoint], trust, payloadLimit: LARGEST_ENVELOPE },
    provider,
    onTaken: (...taken) => rejections.add(...taken),
  });
  opened.defer(() => accessPoint.close());
  const silence = await startSilentServer(options.host);
  opened.defer(() => silence.close());
  const urlOf = (place: Place, name: string): string =>
    `${place === 'silence' ? silence.url : accessPoint.url}/as4/${name.toLowerCase()}`;
  const published = publishedBy({ keys, provider, urlOf });
  const smp = await startMetadataServer({ ...options, key: keys.smp, published });
  opened.defer(() => smp.close());
  const registration = { ...options, smpPem: keys.smpPem, smpId: `SANDBOX-${keys.seat}` };
  await register(
    registration,
    smp.url,
    published.map(({ participant }) => participant),
  );
  const closing = opened.move();
  return {
    receivers: MAGIC_RECEIVERS,
    send: (...letter) => send(context, keys, letter),
    close: () => closing.disposeAsync(),
  };
}

const openPostOf = (options: FarSideOptions) =>
  openPost({ ...options, key: options.keys.accessPoint, seat: options.keys.seat });

/** The supplier and the customer of whom documents come: an answer to them is taken. */
const SENDER: Party = { participant: ACCEPTS.participant, name: 'Sandbox BV', countryCode: 'BE' };

async function send(
  context: PostContext,
  { seat }: FarKeys,
  [type, kind, to]: Parameters<FarSide['send']>,
): Promise<Posted> {
  const ids = aliasToType(type);
  if (!ids) throw new Error(`${type} is no type`);
  return post(context, {
    ...ids,
    sender: SENDER.participant,
    receiver: to.participant,
    document: writeDocument(type, kind, SENDER, to),
    status: { mlsTo: providerOf(seat), mlsType: 'FAILURE_ONLY' },
    times: kind === 'TWICE' ? 2 : 1,
  });
}
