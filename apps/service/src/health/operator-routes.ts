import { Type } from 'typebox';
import { ok, operatorEndpoint, strictObject } from '../platform/http/endpoint.ts';
import { oneOf } from '../platform/http/fields.ts';
import { LOG_LEVELS } from '../platform/log-level.ts';
import { certificatesOf } from './certificates.ts';
import { jobsNow, overview } from './overview.ts';
import { logLevel, type ServiceDeps, serviceHealth, setLogLevel } from './service-health.ts';

const tags = ['Service'];
const text = Type.String();
const whole = Type.Integer();
const queue = { due: whole, oldestSeconds: Type.Number(), running: whole };
const certificate = Type.Object(
  {
    role: Type.String({ description: 'ap, smp, tls, or ap_former_1 and so on.' }),
    subject: text,
    issuer: text,
    seat: Type.Optional(text),
    serialNumber: text,
    fingerprint: Type.String({ description: 'SHA-256, hexadecimal.' }),
    validFrom: Type.String({ format: 'date-time' }),
    validTo: Type.String({ format: 'date-time' }),
    daysLeft: Type.Integer({ description: 'Whole days; negative once it has ended.' }),
    state: oneOf(['OK', 'SOON', 'URGENT', 'EXPIRED'], {
      description: 'SOON is under 30 days, URGENT under 7.',
    }),
  },
  { title: 'Certificate' },
);
const level = Type.Object({ level: oneOf(LOG_LEVELS) });
const health = Type.Object({
  status: oneOf(['ok', 'unavailable']),
  seat: text,
  network: oneOf(['local', 'test', 'production']),
  nodeId: text,
  parts: Type.Array(
    Type.Object({
      part: text,
      ok: Type.Boolean(),
      reason: Type.Optional(text),
      since: text,
      figures: Type.Optional(Type.Record(text, Type.Union([Type.Number(), Type.String(), Type.Boolean()]))),
    }),
  ),
  process: Type.Optional(Type.Integer({ description: 'Whose parts these are, where there are several.' })),
  processes: Type.Optional(
    Type.Array(
      Type.Object({
        process: whole,
        pid: Type.Optional(whole),
        phase: oneOf(['starting', 'running', 'stopping', 'waiting'], {
          description: '`waiting` is one that ended by itself, and is started again after a pause.',
        }),
        since: Type.String({ format: 'date-time' }),
        crashes: Type.Integer({ description: 'How often it ended without being asked to.' }),
        failing: Type.Array(text, {
          description: 'Parts that are not well; `process` of one that does not answer.',
        }),
      }),
      { description: 'Where several processes share the work of this node.' },
    ),
  ),
});

/** How the service itself is. */
export function serviceRoutes(deps: ServiceDeps) {
  return {
    health: operatorEndpoint(
      {
        summary: 'How each part of this process is, with figures, and how the others of the node are',
        tags,
        response: { 200: health },
      },
      async () => ok(await serviceHealth(deps)),
    ),
    setLogLevel: operatorEndpoint(
      {
        summary: 'Say more or less in the log, until the next start',
        tags,
        body: strictObject({ level: oneOf(LOG_LEVELS) }),
        response: { 200: level },
      },
      async ({ principal, body }) => ok(await setLogLevel(deps, body.level, principal)),
    ),
    logLevel: operatorEndpoint(
      { summary: 'How much this process says in its log', tags, response: { 200: level } },
      async () => ok(logLevel(deps)),
    ),
    certificates: operatorEndpoint(
      {
        summary: 'The certificates of this installation, the one that ends first at the head',
        tags,
        response: { 200: Type.Object({ certificates: Type.Array(certificate) }) },
      },
      async () => ok({ certificates: certificatesOf(deps.identity) }),
    ),
  };
}

/** What it does, in figures. */
export function figureRoutes(deps: ServiceDeps) {
  return {
    overview: operatorEndpoint(
      {
        summary: 'What waits for somebody, and how the service is',
        tags,
        response: {
          200: Type.Object({
            environment: oneOf(['TEST', 'PRODUCTION']),
            network: oneOf(['local', 'test', 'production']),
            seat: text,
            status: oneOf(['ok', 'unavailable']),
            flow: Type.Object({
              sentLastHour: whole,
              receivedLastHour: whole,
              sentLastMinute: whole,
              receivedLastMinute: whole,
            }),
            jobs: Type.Object({ ...queue, failing: whole, ended: whole }),
            approvals: Type.Object({ count: whole, oldestAt: Type.Optional(text) }),
            stuck: Type.Object({ count: whole }),
            circuitsOpen: whole,
            certificates: Type.Array(certificate),
          }),
        },
      },
      async () => ok(await overview(deps)),
    ),
    jobs: operatorEndpoint(
      {
        summary: 'What background work waits, is due and is being done',
        tags,
        response: {
          200: Type.Object({
            ...queue,
            tasks: Type.Array(Type.Object({ task: text, waiting: whole, ...queue })),
          }),
        },
      },
      async () => ok(await jobsNow(deps)),
    ),
  };
}
