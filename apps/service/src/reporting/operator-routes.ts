import { Type } from 'typebox';
import { actingOperator } from '../platform/access/actor.ts';
import { accepted, created, ok, operatorEndpoint } from '../platform/http/endpoint.ts';
import { file, oneOf } from '../platform/http/fields.ts';
import {
  downloadReport,
  listReports,
  makeReport,
  type ReportDeps,
  readReport,
  reportNamed,
  sendReport,
} from './report.ts';
import { mlsServiceLevels } from './service-levels.ts';

const tags = ['Reports'];
const month = Type.String({ description: 'Such as 2026-10.' });
const params = Type.Object({ kind: Type.String({ description: 'tsr or eusr.' }), month });
const report = Type.Object(
  {
    id: Type.String(),
    kind: oneOf(['TSR', 'EUSR']),
    month,
    createdAt: Type.String(),
    bytes: Type.Integer(),
    sha256: Type.String(),
    total: Type.Record(Type.String(), Type.Number()),
    valid: Type.Boolean(),
    findings: Type.Array(Type.Object({ code: Type.String(), message: Type.String() })),
    delivery: Type.Optional(
      Type.Object({
        status: oneOf(['QUEUED', 'AS4_ACCEPTED', 'SEND_FAILED']),
        attempts: Type.Integer(),
        acceptedAt: Type.Optional(Type.String()),
        nextAttemptAt: Type.Optional(Type.String()),
        lastErrorCode: Type.Optional(Type.String()),
        lastErrorMessage: Type.Optional(Type.String()),
      }),
    ),
  },
  { title: 'Report' },
);
const level = {
  count: Type.Integer(),
  withinTarget: Type.Integer(),
  percent: Type.Union([Type.Number(), Type.Null()], { description: 'null where there was nothing.' }),
};

/** What the operator's people see and do of the reports to OpenPeppol, and of the targets of statuses. */
export function reportRoutes(deps: ReportDeps) {
  return {
    list: operatorEndpoint(
      {
        summary: 'The latest version of each monthly report, newest month first',
        tags,
        response: { 200: Type.Object({ reports: Type.Array(report) }) },
      },
      async () => ok({ reports: await listReports(deps) }),
    ),
    make: operatorEndpoint(
      { summary: 'Count a month again', tags, params, response: { 201: report } },
      async ({ principal, params: asked }) =>
        created(await makeReport(deps, reportNamed(asked.kind, asked.month), actingOperator(principal))),
    ),
    read: operatorEndpoint(
      {
        summary: 'What a report says, and whether OpenPeppol has it',
        tags,
        params,
        response: { 200: report },
      },
      async ({ params: asked }) => ok(await readReport(deps, reportNamed(asked.kind, asked.month))),
    ),
    download: operatorEndpoint(
      {
        summary: 'A report as XML',
        tags,
        params,
        response: { 200: file('application/xml', 'As it goes to OpenPeppol.') },
      },
      async ({ params: asked }) => {
        const { document, fileName } = await downloadReport(deps, reportNamed(asked.kind, asked.month));
        return ok(document, {
          'content-type': 'application/xml; charset=utf-8',
          'content-disposition': `attachment; filename="${fileName}"`,
        });
      },
    ),
    send: operatorEndpoint(
      { summary: 'Send a report to OpenPeppol', tags, params, response: { 202: report } },
      async ({ principal, params: asked }) =>
        accepted(await sendReport(deps, reportNamed(asked.kind, asked.month), actingOperator(principal))),
    ),
    serviceLevels: operatorEndpoint(
      {
        summary: 'How we, and others towards us, kept the targets of Message Level Statuses in a month',
        tags,
        params: Type.Object({ month }),
        response: {
          200: Type.Object({
            sent: Type.Object({ ...level, waiting: Type.Integer() }),
            received: Type.Object({ ...level, overdue: Type.Integer() }),
          }),
        },
      },
      async ({ params: asked }) => ok(await mlsServiceLevels(deps, reportNamed('tsr', asked.month).month)),
    ),
  };
}
