import type { HttpServer } from '../platform/http/http-server.ts';
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

interface Named {
  Params: { kind: string; month: string };
}

/** What the operator's staff sees and does of the reports to OpenPeppol, and of the targets of statuses. */
export function addReportRoutes(server: HttpServer, deps: ReportDeps): void {
  const path = '/operator/v1/reports/:kind/:month';
  server.get('/operator/v1/reports', async () => ({ reports: await listReports(deps) }));
  server.post<Named>(path, async (request, reply) => {
    const { kind, month } = reportNamed(request.params.kind, request.params.month);
    return reply.status(201).send(await makeReport(deps, kind, month));
  });
  server.get<Named>(path, async (request) => {
    const { kind, month } = reportNamed(request.params.kind, request.params.month);
    return readReport(deps, kind, month);
  });
  server.get<Named>(`${path}/xml`, async (request, reply) => {
    const { kind, month } = reportNamed(request.params.kind, request.params.month);
    const { document, fileName } = await downloadReport(deps, kind, month);
    return reply
      .type('application/xml; charset=utf-8')
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .send(document);
  });
  server.post<Named>(`${path}/send`, async (request, reply) => {
    const { kind, month } = reportNamed(request.params.kind, request.params.month);
    return reply.status(202).send(await sendReport(deps, kind, month));
  });
  server.get<{ Params: { month: string } }>('/operator/v1/service-levels/mls/:month', async (request) => {
    const { month } = reportNamed('tsr', request.params.month);
    return mlsServiceLevels(deps, month);
  });
}
