import { receiveBytes } from '../platform/http/body-parser.ts';
import type { HttpServer } from '../platform/http/http-server.ts';
import type { BodyIntake } from '../platform/http/intake.ts';
import { addressKey, perMinute, type RateLimiter } from '../platform/http/rate-limit.ts';
import { equalSecrets } from '../platform/secret.ts';
import { recordSmpWrite } from './record-write.ts';
import {
  cancelMigration,
  deleteCard,
  deleteGroup,
  deleteMetadata,
  finishMigration,
  forParticipant,
  listGroups,
  migrateIn,
  pushCard,
  putCard,
  putGroup,
  putMetadata,
  startMigration,
  type WriteDeps,
  type Written,
} from './write-interface.ts';

export interface WriterDeps extends WriteDeps {
  smpPublicUrl: string;
  intake: BodyIntake;
  rateLimiter: RateLimiter;
  /** Who may write; undefined switches the interface off. */
  writer: { user: string; password: string } | undefined;
}

interface Call {
  params: Record<'participant' | 'documentType' | 'key' | 'user', string>;
  query: Record<string, string | undefined>;
  body: Uint8Array;
}
type Work = (call: Call) => Promise<Written>;
type Method = 'PUT' | 'POST' | 'DELETE' | 'GET';

const BODY_LIMIT = 1_048_576;
const WRONG_PASSWORDS = perMinute(10);

/** Every write of phoss SMP's REST interface that we know, for operators who run our SMP alone. */
function operations(deps: WriterDeps): [method: Method, path: string, work: Work][] {
  const on =
    (work: (id: Parameters<typeof deleteCard>[1], call: Call) => Promise<Written>): Work =>
    (call) =>
      forParticipant(deps, call.params.participant, (id) => work(id, call));
  return [
    [
      'PUT',
      '/:participant',
      on((id, { body, query }) => putGroup(deps, id, body, query['create-in-sml'] !== 'false')),
    ],
    [
      'DELETE',
      '/:participant',
      on((id, { query }) => deleteGroup(deps, id, query['delete-in-sml'] !== 'false')),
    ],
    [
      'PUT',
      '/:participant/services/:documentType',
      on((id, { params, body }) => putMetadata(deps, id, params.documentType, body)),
    ],
    [
      'DELETE',
      '/:participant/services/:documentType',
      on((id, { params }) => deleteMetadata(deps, id, params.documentType)),
    ],
    ['DELETE', '/:participant/services', on((id) => deleteMetadata(deps, id, undefined))],
    ['PUT', '/businesscard/:participant', on((id, { body }) => putCard(deps, id, body))],
    ['DELETE', '/businesscard/:participant', on((id) => deleteCard(deps, id))],
    ['POST', '/businesscard/:participant', on((id) => pushCard(deps, id))],
    ['POST', '/businesscard/:participant/push', on((id) => pushCard(deps, id))],
    ['PUT', '/migration/outbound/start/:participant', on((id) => startMigration(deps, id))],
    ['PUT', '/migration/outbound/cancel/:participant', on((id) => cancelMigration(deps, id))],
    ['PUT', '/migration/outbound/finalize/:participant', on((id) => finishMigration(deps, id))],
    ['PUT', '/migration/inbound/:participant/:key', on((id, { params }) => migrateIn(deps, id, params.key))],
    ['GET', '/list/:user', () => listGroups(deps, deps.smpPublicUrl)],
  ];
}

/** The writing half of our SMP, by Basic auth, on the port where the network reads. */
export function addSmpWriteRoutes(server: HttpServer, deps: WriterDeps): void {
  for (const [method, url, work] of operations(deps)) {
    server.route({
      method,
      url,
      config: { takesBytes: true },
      onRequest: async (request, reply) => {
        const refused = refuse(deps, request.headers.authorization, request.ip);
        if (refused === undefined) return;
        if (refused === 401) reply.header('www-authenticate', 'Basic realm="SMP", charset="UTF-8"');
        return reply.status(refused).send();
      },
      handler: async (request, reply) => {
        const { params, query } = request as unknown as Call;
        await using body = await receiveBytes(deps.intake, request, BODY_LIMIT);
        if (method !== 'GET')
          await recordSmpWrite(deps.db, {
            user: deps.writer?.user ?? '',
            address: request.ip,
            method,
            route: url,
            participant: params.participant,
            documentType: params.documentType,
          });
        const { status, message, xml } = await work({ params, query, body: await body.open() });
        const type = xml ? 'application/xml; charset=UTF-8' : 'text/plain; charset=UTF-8';
        return reply
          .status(status)
          .header('cache-control', 'no-store')
          .type(type)
          .send(xml ?? message ?? '');
      },
    });
  }
}

/** 412 where nobody may write, 401 without the right password, and 429 to who guesses it. */
function refuse(deps: WriterDeps, authorization: string | undefined, ip: string): 401 | 412 | undefined {
  if (!deps.writer) return 412;
  const address = addressKey(ip);
  // First of all: while there were too many wrong ones, the right one has to wait too.
  deps.rateLimiter.check('smp-write', address, WRONG_PASSWORDS);
  const [, encoded = ''] = /^Basic +(\S+)$/i.exec(authorization ?? '') ?? [];
  const { user, password } = deps.writer;
  if (equalSecrets(Buffer.from(encoded, 'base64').toString('utf8'), `${user}:${password}`)) return undefined;
  deps.rateLimiter.take('smp-write', address, WRONG_PASSWORDS);
  return 401;
}
