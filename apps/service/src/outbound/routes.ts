import { Type } from 'typebox';
import { messageSchema } from '../messages/message-schema.ts';
import {
  created,
  endpoint,
  noContent,
  openEndpoint,
  ROOM_FOR_A_DOCUMENT,
  strictObject,
} from '../platform/http/endpoint.ts';
import { type RequestDeps, submit } from './submit-request.ts';
import { receiveUpload, requestUpload, type UploadDeps } from './upload.ts';

const tags = ['Messages'];

const STATUS = { validating: 202, queued: 201, replayed: 200 } as const;

export function outboundRoutes(deps: RequestDeps & UploadDeps) {
  return {
    submit: endpoint(
      {
        summary: 'Send a document',
        description:
          '202: accepted, validation follows. 201: accepted without validation. 200: this Idempotency-Key was used with the same body before.',
        tags,
        jsonLimit: ROOM_FOR_A_DOCUMENT,
        headers: Type.Object({
          'idempotency-key': Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
        }),
        body: strictObject({
          sender: Type.String({ maxLength: 200, description: 'Peppol address, scheme:value.' }),
          receiver: Type.String({ maxLength: 200, description: 'Peppol address, scheme:value.' }),
          type: Type.Optional(Type.String({ description: 'Short alias, e.g. invoice.' })),
          documentTypeId: Type.Optional(Type.String()),
          processId: Type.Optional(Type.String()),
          payload: Type.Optional(Type.String({ description: 'The XML document, up to 1 MiB.' })),
          payloadObjectKey: Type.Optional(
            Type.String({ description: 'Of an upload, for larger documents.' }),
          ),
          externalReference: Type.Optional(Type.String({ maxLength: 200 })),
        }),
        response: { 200: messageSchema, 201: messageSchema, 202: messageSchema },
      },
      async ({ principal, body, headers }) => {
        const { outcome, message } = await submit(deps, principal, body, headers['idempotency-key']);
        return { status: STATUS[outcome], body: message };
      },
    ),
    requestUpload: endpoint(
      {
        summary: 'Ask for a place to PUT a document of up to 40 MiB',
        tags,
        body: strictObject({ companyId: Type.String(), bytes: Type.Integer({ minimum: 1 }) }),
        response: {
          201: Type.Object(
            {
              payloadObjectKey: Type.String(),
              uploadUrl: Type.String(),
              expiresAt: Type.String(),
            },
            { title: 'Upload' },
          ),
        },
      },
      async ({ principal, body }) => created(await requestUpload(deps, principal, body)),
    ),
    receiveUpload: openEndpoint(
      {
        summary: 'PUT the bytes of an upload; the URL is the credential',
        tags,
        params: Type.Object({ token: Type.String() }),
        bytes: 'The document, of any Content-Type or none.',
        response: { 204: Type.Null() },
      },
      async ({ params, receive }) => {
        await receiveUpload(deps, params.token, receive);
        return noContent();
      },
    ),
  };
}
