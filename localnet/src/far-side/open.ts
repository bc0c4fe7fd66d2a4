import { createAgent } from '@pappel/as4/transport';
import { providerOf } from '@pappel/mls/addressing';
import { aliasToType } from '@pappel/peppol-ids/aliases';
import { readAnchors } from '@pappel/pki/anchors';
import { Trust } from '@pappel/pki/trust';
import { createNaptrResolver } from '@pappel/smp/context';
import { createParticipant, createSmp, listParticipants, type SmlContext, updateSmp } from '@pappel/smp/sml';
import { Agent } from 'undici';
import { startAccessPoint } from './access-point.ts';
import { type DocumentKind, type Party, type SandboxType, writeDocument } from './documents.ts';
import type { FarKeys } from './keys.ts';
import type { TlsServerOptions } from './listening.ts';
import { startMetadataServer } from './metadata-server.ts';
import { type PostContext, type Posted, post } from './post.ts';
import { ACCEPTS, MAGIC_RECEIVERS, type MagicReceiver, type Place } from './receivers.ts';
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
  const { post: context, close } = openPost(options);
  return { receivers: MAGIC_RECEIVERS, send: (...letter) => send(context, options.keys, letter), close };
}

/** Starts the far side: access point, SMP and one that hangs, registered with the SML as any provider is. */
export async function startFarSide(options: RunningFarSideOptions): Promise<FarSide> {
  const { keys } = options;
  const provider = providerOf(keys.seat);
  await using opened = new AsyncDisposableStack();
  const { post: context, trust, close } = openPost(options);
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
  const smp = await startMetadataServer({ ...options, provider, urlOf });
  opened.defer(() => smp.close());
  await register(options, smp.url);
  const closing = opened.move();
  return {
    receivers: MAGIC_RECEIVERS,
    send: (...letter) => send(context, keys, letter),
    close: () => closing.disposeAsync(),
  };
}

function openPost({ keys, anchorsPem, tlsCaPem, zone, dns }: FarSideOptions) {
  const anchors = readAnchors(anchorsPem, 'local');
  if ('problem' in anchors) throw new Error(anchors.problem);
  const trust = new Trust(anchors.anchors);
  const dispatcher = createAgent({ tlsCaPem });
  const smp = { resolveNaptr: createNaptrResolver([dns]), dispatcher, trust, zone, clock: () => new Date() };
  const context: PostContext = { smp, as4: { dispatcher, key: keys.accessPoint, trust }, seat: keys.seat };
  return { post: context, trust, close: () => dispatcher.destroy() };
}

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

/** The SMP under the address of this start, and those whom it does not have yet. */
async function register({ keys, tlsCaPem, smlUrl }: RunningFarSideOptions, smpUrl: string): Promise<void> {
  const dispatcher = new Agent({ connect: { ca: tlsCaPem, ...keys.smpPem } });
  try {
    const sml: SmlContext = { url: smlUrl, dispatcher, smpId: `SANDBOX-${keys.seat}` };
    const address = { url: smpUrl, ip: '127.0.0.1' };
    const updated = await updateSmp(sml, address);
    const made = updated.ok ? updated : await createSmp(sml, address);
    if (!made.ok) throw new Error(`The SML refused the far side: ${made.message}`);
    const listed = await listParticipants(sml);
    const known = listed.ok ? listed.participants : [];
    const published = MAGIC_RECEIVERS.filter((one) => one.published).map((one) => one.participant);
    const missing = [...published, providerOf(keys.seat)].filter((id) => !known.includes(id));
    // One by one: an address that somebody else holds is theirs, and keeps nobody from starting.
    for (const participant of missing) await createParticipant(sml, participant);
  } finally {
    await dispatcher.destroy();
  }
}
