import { LANGUAGES } from '@pappel/document-view/language';
import { STYLE_SOURCE } from '@pappel/document-view/write-html';
import { Type } from 'typebox';
import { endpoint, ok, strictObject } from '../platform/http/endpoint.ts';
import { csvFile, file, idParams, oneOf } from '../platform/http/fields.ts';
import { pageFields, pageQuery, periodQuery, searchQuery } from '../platform/http/page.ts';
import { MESSAGE_STATUS_NAMES } from '../platform/statuses.ts';
import { acknowledgeMany, MOST_AT_ONCE } from './acknowledge-many.ts';
import { acknowledge, payloadHash, readMessage, readPayload, timelineOf } from './collect.ts';
import { type PageDeps, readPage } from './document-pages.ts';
import { listMessages, messagesAsCsv } from './list.ts';
import { attemptSchema, directionSchema, messageSchema, optional, statusSchema } from './message-schema.ts';

const tags = ['Messages'];
const counts = Type.Record(Type.String(), Type.Integer());
const statuses = MESSAGE_STATUS_NAMES;

type Deps = Parameters<typeof listMessages>[0] & Parameters<typeof readPayload>[0] & PageDeps;

export function messageRoutes(deps: Deps) {
  return {
    list: endpoint(
      {
        summary: 'List documents, newest first',
        description:
          'q finds by the beginning of an address or of its bare value, of a document number, an external reference or a name, also word by word and without accents, or by the whole document id. format=csv answers a CSV file: the whole matching list, or a page of it with limit, cursor or before.',
        tags,
        querystring: strictObject({
          ...searchQuery,
          ...pageQuery,
          ...periodQuery,
          limit: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: 100,
              description: 'Rows a page; 0 with counts for counts alone.',
            }),
          ),
          direction: Type.Optional(directionSchema),
          status: Type.Optional(
            Type.Array(Type.Union(statuses.map((status) => Type.Literal(status))), {
              maxItems: statuses.length,
              description: 'One of these; repeat it for several.',
            }),
          ),
          documentNumber: Type.Optional(
            Type.String({ minLength: 1, maxLength: 200, description: "The document's own number, exactly." }),
          ),
          externalReference: Type.Optional(
            Type.String({ minLength: 1, maxLength: 200, description: 'Your own reference, exactly.' }),
          ),
          companyId: Type.Optional(Type.String()),
          counts: Type.Optional(Type.Boolean()),
          format: Type.Optional(oneOf(['json', 'csv'])),
        }),
        response: {
          200: Type.Union([
            Type.Object({
              messages: Type.Array(messageSchema),
              ...pageFields,
              counts: optional(Type.Object({ total: Type.Integer(), byStatus: counts, byReason: counts })),
            }),
            csvFile(),
          ]),
        },
      },
      async ({ principal, query: { format, ...query } }) =>
        format === 'csv'
          ? messagesAsCsv(deps, principal, query)
          : ok(await listMessages(deps, principal, query)),
    ),
    get: endpoint(
      {
        summary: 'Read a document with its status',
        tags,
        params: idParams,
        response: { 200: messageSchema },
      },
      async ({ principal, params: { id } }) => ok(await readMessage(deps, principal, id)),
    ),
    payload: endpoint(
      {
        summary: "The document's XML",
        tags,
        params: idParams,
        headers: Type.Object({
          'if-none-match': Type.Optional(
            Type.String({
              maxLength: 1_000,
              description: 'The ETag of an earlier answer: 304 while it is the same.',
            }),
          ),
        }),
        response: { 200: file('application/xml', 'The document as it was sent.'), 304: Type.Null() },
      },
      async ({ principal, params: { id }, headers }) => {
        const etag = `"${await payloadHash(deps, principal, id)}"`;
        if (isSame(headers['if-none-match'], etag)) return { status: 304, headers: { etag } };
        const payload = await readPayload(deps, principal, id);
        return ok(payload.stream, {
          'content-type': 'application/xml',
          'content-length': String(payload.bytes),
          etag,
          'content-disposition': `attachment; filename="${payload.fileName}"`,
        });
      },
    ),
    view: endpoint(
      {
        summary: 'A document as people read it',
        description:
          'A page of HTML without script, made from the XML: amounts stand as they stand there, attachments are listed and not opened. A reading aid; the XML is the document.',
        tags,
        params: idParams,
        querystring: strictObject({
          language: Type.Optional(
            Type.Union(
              LANGUAGES.map((language) => Type.Literal(language)),
              { description: 'Of the labels; the first of Accept-Language that there is when omitted.' },
            ),
          ),
        }),
        headers: Type.Object({ 'accept-language': Type.Optional(Type.String()) }),
        response: { 200: file('text/html', 'A page without script.') },
      },
      async ({ principal, params: { id }, query, headers }) => {
        const wanted = { language: query.language, acceptLanguage: headers['accept-language'] };
        return ok(await readPage(deps, principal, id, wanted), {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': PAGE_POLICY,
          'x-frame-options': 'SAMEORIGIN',
        });
      },
    ),
    acknowledgeMany: endpoint(
      {
        summary: `Acknowledge up to ${MOST_AT_ONCE} inbound documents`,
        description:
          'One result per id, in the same order; each stands for itself. Repeating it is harmless.',
        tags,
        body: strictObject({
          ids: Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: MOST_AT_ONCE }),
        }),
        response: {
          200: Type.Object({
            results: Type.Array(
              Type.Object({
                id: Type.String({ maxLength: 100, description: 'As it was asked for.' }),
                status: oneOf(['OK', 'ERROR']),
                acknowledgedAt: optional(),
                error: optional(Type.Object({ code: Type.String(), message: Type.String() })),
              }),
            ),
          }),
        },
      },
      async ({ principal, body: { ids } }) => ok({ results: await acknowledgeMany(deps, principal, ids) }),
    ),
    acknowledge: endpoint(
      {
        summary: 'Acknowledge an inbound document',
        tags,
        params: idParams,
        response: { 200: messageSchema },
      },
      async ({ principal, params: { id } }) => ok(await acknowledge(deps, principal, id)),
    ),
    timeline: endpoint(
      {
        summary: 'Everything that happened to a document, and every attempt to deliver it',
        tags,
        params: idParams,
        response: {
          200: Type.Object({
            events: Type.Array(Type.Object({ type: Type.String(), status: statusSchema, at: Type.String() })),
            attempts: Type.Array(attemptSchema),
          }),
        },
      },
      async ({ principal, params: { id } }) => ok(await timelineOf(deps, principal, id)),
    ),
  };
}

/** The page needs nothing but its own look; it may stand in a frame of the console. */
const PAGE_POLICY = `default-src 'none'; style-src ${STYLE_SOURCE}; frame-ancestors 'self'; sandbox`;

/** Any of several ETags, weak or not, or `*` [RFC 9110 13.1.2]. */
const isSame = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((one) => ['*', etag, `W/${etag}`].includes(one.trim()));
