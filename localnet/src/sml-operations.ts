import { X509Certificate } from 'node:crypto';
import { type ParticipantId, parseParticipantId } from '@pappel/peppol-ids/participant-id';
import { naptrName } from '@pappel/smp/locate';
import { isMigrationKey } from '@pappel/smp/migration-key';
import { BDMSL, LRS, type SmlService } from '@pappel/smp/sml-soap';
import { childrenNamed, findAll, textOf, type XmlElement } from '@pappel/xml/tree';
import { escapeText } from '@pappel/xml/write';
import type { Publisher, SmlState } from './sml-state.ts';

const IDS = 'http://busdox.org/transport/identifiers/1.0/';

export type FaultName = 'UnauthorizedFault' | 'BadRequestFault' | 'NotFoundFault' | 'InternalErrorFault';

/** What an SML answers instead of doing something. */
export class SmlFault extends Error {
  readonly fault: FaultName;
  constructor(fault: FaultName, message: string) {
    super(message);
    this.fault = fault;
  }
}

export interface SmlCall {
  state: SmlState;
  zone: string;
  /** Fingerprint of the SMP certificate that the caller presented. */
  owner: string;
  body: XmlElement;
}

interface Operation {
  element: string;
  /** Answers the content of the SOAP body. */
  run(call: SmlCall): Promise<string>;
}

const done = async (work: Promise<void>): Promise<string> => {
  await work;
  return '';
};

/** Every operation of the services by its SOAP action [SML 1.3 3]. */
export const OPERATIONS: Record<SmlService, Record<string, Operation>> = {
  manageservicemetadata: {
    createIn: {
      element: 'CreateServiceMetadataPublisherService',
      run: (call) => done(createPublisher(call)),
    },
    readIn: { element: 'ReadServiceMetadataPublisherService', run: readPublisher },
    updateIn: {
      element: 'UpdateServiceMetadataPublisherService',
      run: (call) => done(updatePublisher(call)),
    },
    deleteIn: { element: 'ServiceMetadataPublisherID', run: (call) => done(deletePublisher(call)) },
  },
  manageparticipantidentifier: {
    createIn: {
      element: 'CreateParticipantIdentifier',
      run: (call) => done(createAll(call, ownIdOf(call))),
    },
    createListIn: {
      element: 'CreateList',
      run: (call) => done(createAll(call, ownIdOf(call))),
    },
    deleteIn: { element: 'DeleteParticipantIdentifier', run: (call) => done(deleteAll(call)) },
    deleteListIn: { element: 'DeleteList', run: (call) => done(deleteAll(call)) },
    listIn: { element: 'PageRequest', run: listParticipants },
    prepareMigrateIn: { element: 'PrepareMigrationRecord', run: (call) => done(prepareMigration(call)) },
    migrateIn: { element: 'CompleteMigrationRecord', run: (call) => done(migrate(call)) },
  },
  bdmslservice: {
    prepareChangeCertificateIn: {
      element: 'PrepareChangeCertificate',
      run: (call) => done(prepareCertificateChange(call)),
    },
  },
};

function optional(body: XmlElement, namespace: string, name: string): string | undefined {
  const [found] = body.localName === name ? [body] : findAll(body, namespace, name);
  return found && textOf(found).trim();
}

function text(body: XmlElement, namespace: string, name: string): string {
  const value = optional(body, namespace, name);
  if (!value) throw new SmlFault('BadRequestFault', `${name} is missing`);
  return value;
}

async function createPublisher({ state, body, owner }: SmlCall): Promise<void> {
  const smpId = text(body, LRS, 'ServiceMetadataPublisherID');
  if (state.publisher(smpId)) throw new SmlFault('BadRequestFault', `The SMP ${smpId} exists already`);
  await state.setPublisher(smpId, { owner, ...addressOf(body) });
}

async function readPublisher(call: SmlCall): Promise<string> {
  const smpId = ownIdOf(call);
  const { url, ip } = call.state.publisher(smpId) ?? { url: '', ip: '' };
  const endpoint = `<lrs:LogicalAddress>${escapeText(url)}</lrs:LogicalAddress><lrs:PhysicalAddress>${escapeText(ip ?? '127.0.0.1')}</lrs:PhysicalAddress>`;
  return (
    `<lrs:ServiceMetadataPublisherService xmlns:lrs="${LRS}"><lrs:PublisherEndpoint>${endpoint}</lrs:PublisherEndpoint>` +
    `<lrs:ServiceMetadataPublisherID>${escapeText(smpId)}</lrs:ServiceMetadataPublisherID></lrs:ServiceMetadataPublisherService>`
  );
}

async function updatePublisher(call: SmlCall): Promise<void> {
  await call.state.setPublisher(ownIdOf(call), { owner: call.owner, ...addressOf(call.body) });
}

async function deletePublisher(call: SmlCall): Promise<void> {
  await call.state.removePublisher(ownIdOf(call));
}

function addressOf(body: XmlElement): { url: string; ip: string } {
  const url = text(body, LRS, 'LogicalAddress');
  if (!url.startsWith('https://')) throw new SmlFault('BadRequestFault', 'The SMP must be reached by https');
  return { url, ip: text(body, LRS, 'PhysicalAddress') };
}

/** The SMP named in the call, which must be the caller's. */
function ownIdOf({ state, body, owner }: SmlCall): string {
  const smpId = text(body, LRS, 'ServiceMetadataPublisherID');
  const publisher = state.publisher(smpId);
  if (!publisher) throw new SmlFault('NotFoundFault', `The SMP ${smpId} is not registered`);
  if (publisher.owner !== owner && !isNext(publisher, owner))
    throw new SmlFault('UnauthorizedFault', `The SMP ${smpId} belongs to another certificate`);
  return smpId;
}

const today = (): string => new Date().toISOString().slice(0, 10);

const isNext = ({ next }: Publisher, owner: string): boolean => next?.owner === owner && next.from <= today();

/** From that day on the next certificate is known as well; whoever comes with it first takes the former one's place. */
async function prepareCertificateChange({ state, body, owner }: SmlCall): Promise<void> {
  const from = text(body, BDMSL, 'migrationDate');
  if (!/^\d{4}-\d{2}-\d{2}$/.test(from) || from < today())
    throw new SmlFault('BadRequestFault', `${from} is past, or no day`);
  const certificate = certificateIn(text(body, BDMSL, 'newCertificatePublicKey'));
  for (const smpId of state.publishersOf(owner)) {
    const publisher = state.publisher(smpId);
    if (publisher)
      await state.setPublisher(smpId, { ...publisher, next: { owner: certificate.fingerprint256, from } });
  }
}

function certificateIn(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw new SmlFault('BadRequestFault', 'newCertificatePublicKey is no certificate');
  }
}

const MOST = 100;

/** The participants of the call by their DNS names: one, or a list. */
function participantsOf({ body, zone }: SmlCall): { id: ParticipantId; name: string }[] {
  const found = childrenNamed(body, IDS, 'ParticipantIdentifier').map((one) => {
    const id = parseParticipantId(textOf(one));
    if (!id) throw new SmlFault('BadRequestFault', `${textOf(one)} is no participant identifier`);
    return { id, name: naptrName(id, zone) };
  });
  if (found.length === 0) throw new SmlFault('BadRequestFault', 'ParticipantIdentifier is missing');
  if (found.length > MOST) throw new SmlFault('BadRequestFault', `A list has at most ${MOST} participants`);
  return found;
}

async function createAll(call: SmlCall, smpId: string): Promise<void> {
  const wanted = participantsOf(call);
  const taken = wanted.find(({ name }) => call.state.participant(name));
  if (taken) throw new SmlFault('BadRequestFault', `The participant ${taken.id} is registered already`);
  await call.state.change(wanted.map(({ id, name }) => ({ name, entry: { smpId, id } })));
}

/** The caller's own ones among what is registered; anything else fails the whole call. */
function registered(call: SmlCall): { id: ParticipantId; name: string; smpId: string }[] {
  const smpId = ownIdOf(call);
  return participantsOf(call).map(({ id, name }) => {
    const entry = call.state.participant(name);
    if (!entry) throw new SmlFault('NotFoundFault', `The participant ${id} is not registered`);
    if (entry.smpId !== smpId)
      throw new SmlFault('UnauthorizedFault', `The participant ${id} is registered at another SMP`);
    return { id, name, smpId };
  });
}

async function deleteAll(call: SmlCall): Promise<void> {
  await call.state.change(registered(call).map(({ name }) => ({ name, entry: undefined })));
}

const PAGE = 100;

async function listParticipants(call: SmlCall): Promise<string> {
  const smpId = ownIdOf(call);
  const after = optional(call.body, LRS, 'NextPageIdentifier') ?? '';
  const all = call.state.participantsOf(smpId);
  if (after !== '' && !all.some(({ name }) => name === after))
    throw new SmlFault('NotFoundFault', 'There is no such page');
  const rest = all.filter(({ name }) => name > after);
  const page = rest.slice(0, PAGE);
  const ids = page.map(
    ({ id }) =>
      `<ids:ParticipantIdentifier scheme="iso6523-actorid-upis">${escapeText(id)}</ids:ParticipantIdentifier>`,
  );
  const last = page.at(-1);
  const next =
    last && rest.length > PAGE ? `<lrs:NextPageIdentifier>${last.name}</lrs:NextPageIdentifier>` : '';
  return (
    `<lrs:ParticipantIdentifierPage xmlns:lrs="${LRS}" xmlns:ids="${IDS}">${ids.join('')}` +
    `<lrs:ServiceMetadataPublisherID>${escapeText(smpId)}</lrs:ServiceMetadataPublisherID>${next}</lrs:ParticipantIdentifierPage>`
  );
}

async function prepareMigration(call: SmlCall): Promise<void> {
  const migrationKey = text(call.body, LRS, 'MigrationKey');
  if (!isMigrationKey(migrationKey))
    throw new SmlFault('BadRequestFault', 'The migration key does not keep the rules for keys');
  await call.state.change(
    registered(call).map(({ name, id, smpId }) => ({ name, entry: { id, smpId, migrationKey } })),
  );
}

/** Whoever shows the key gets the address, which is at no moment without an SMP. */
async function migrate(call: SmlCall): Promise<void> {
  const smpId = ownIdOf(call);
  const migrationKey = text(call.body, LRS, 'MigrationKey');
  const moved = participantsOf(call).map(({ id, name }) => {
    if (call.state.participant(name)?.migrationKey !== migrationKey)
      throw new SmlFault('NotFoundFault', `There is no migration of ${id} under this key`);
    return { name, entry: { smpId, id } };
  });
  await call.state.change(moved);
}
