import { Type } from 'typebox';
import { created, endpoint, ok, openEndpoint } from '../platform/http/endpoint.ts';
import { oneOf } from '../platform/http/fields.ts';
import { EXPORT_STATUSES } from '../platform/statuses.ts';
import { downloadExport } from './download.ts';
import type { LinkDeps } from './link.ts';
import { exportOfAccount, listExports, readExport, requestExport } from './request.ts';

const tags = ['Account'];
const exported = Type.Object({
  id: Type.String(),
  status: oneOf(EXPORT_STATUSES),
  progress: Type.Object({
    done: Type.Integer(),
    total: Type.Integer({ description: 'Rows and documents; 0 until they are counted.' }),
  }),
  createdAt: Type.String(),
  downloadUrl: Type.Optional(
    Type.String({
      description: 'Once it is DONE, for 24 hours. Whoever has it can download, also parts with Range.',
    }),
  ),
  expiresAt: Type.Optional(Type.String()),
  bytes: Type.Optional(Type.Integer()),
  sha256: Type.Optional(Type.String({ description: 'Of the whole file, hexadecimal.' })),
  error: Type.Optional(Type.String()),
});
const view = Type.Object({ export: exported });

type Deps = Parameters<typeof requestExport>[0] & LinkDeps & Parameters<typeof downloadExport>[0];

export function exportRoutes(deps: Deps) {
  return {
    request: endpoint(
      {
        summary: 'Export the whole account',
        description:
          'A zip file with every document, every resource as JSON lines and a manifest of counts and SHA-256; no secrets. One at a time, five a day.',
        tags,
        response: { 201: view },
      },
      async ({ principal }) => created({ export: await requestExport(deps, principal) }),
    ),
    list: endpoint(
      {
        summary: 'The last exports, newest first',
        tags,
        response: { 200: Type.Object({ exports: Type.Array(exported) }) },
      },
      async ({ principal }) => ok({ exports: await listExports(deps, principal) }),
    ),
    read: endpoint(
      {
        summary: 'How far an export is, and where to download it',
        tags,
        params: Type.Object({ exportId: Type.String() }),
        response: { 200: view },
      },
      async ({ principal, params: { exportId } }) =>
        ok({ export: await readExport(deps, principal, exportId) }),
      (principal, id) => exportOfAccount(deps.db, principal, id),
    ),
    download: openEndpoint(
      {
        summary: 'Download an export',
        description: 'The URL comes from GET /v1/account/export/{exportId}. A part is answered to Range.',
        tags,
        params: Type.Object({ token: Type.String() }),
        headers: Type.Object({
          range: Type.Optional(Type.String({ maxLength: 100 })),
          'if-range': Type.Optional(Type.String({ maxLength: 100 })),
        }),
        response: {
          200: Type.String({ description: 'application/zip' }),
          206: Type.String({ description: 'The part that was asked for.' }),
        },
      },
      async ({ params: { token }, headers }) => {
        const asked = { range: headers.range, ifRange: headers['if-range'] };
        const { stream, fileName, etag, bytes, range } = await downloadExport(deps, token, asked);
        const part = range && `bytes ${range.first}-${range.last}/${bytes}`;
        return {
          status: range ? 206 : 200,
          body: stream,
          headers: {
            'content-type': 'application/zip',
            'content-disposition': `attachment; filename="${fileName}"`,
            'content-length': String(range ? range.last - range.first + 1 : bytes),
            'accept-ranges': 'bytes',
            'cache-control': 'private, no-store',
            etag,
            ...(part ? { 'content-range': part } : {}),
          },
        };
      },
    ),
  };
}
