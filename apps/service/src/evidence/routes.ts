import { Type } from 'typebox';
import { directionSchema, optional, statusSchema } from '../messages/message-schema.ts';
import { endpoint, ok, strictObject } from '../platform/http/endpoint.ts';
import { file, idParams, oneOf } from '../platform/http/fields.ts';
import { evidenceArchive } from './archive.ts';
import { type EvidenceDeps, evidenceOf } from './evidence.ts';

const text = (description: string) => Type.String({ description });
/** Of the AS4 message, which is no id of ours; longer ones are not taken in. */
const as4MessageId = Type.String({ maxLength: 512 });
const signal = Type.Object({
  messageId: as4MessageId,
  refToMessageId: optional(text('The AS4 message that it confirms.')),
  timestamp: Type.String(),
  receivedAt: Type.String(),
  signedBy: Type.Object({
    subject: Type.String(),
    issuer: Type.String(),
    serialNumber: Type.String(),
    fingerprint: text('SHA-256 of the certificate, hexadecimal.'),
    seat: optional(text('The access point in Peppol.')),
    validFrom: Type.String(),
    validTo: Type.String(),
    pem: Type.String(),
  }),
  isGenuine: Type.Boolean({
    description:
      'The signature was verified again just now. Whether the certificate was trusted was judged on arrival.',
  }),
  references: Type.Array(
    Type.Object({
      uri: Type.String(),
      digest: text('SHA-256, base64.'),
      covers: text(
        'DOCUMENT: the compressed envelope with the document in it. MESSAGE: a part of the AS4 message.',
      ),
    }),
  ),
  xml: text('The signed SOAP message as it came.'),
});

const evidence = Type.Object(
  {
    messageId: Type.String(),
    direction: directionSchema,
    status: statusSchema,
    proof: oneOf(['RECEIPT', 'USER_MESSAGE', 'NONE'], {
      description: 'RECEIPT for one that went out, USER_MESSAGE for one that came in, NONE before delivery.',
    }),
    document: Type.Object({
      sha256: Type.String(),
      bytes: Type.Integer(),
      documentTypeId: Type.String(),
      processId: Type.String(),
      sender: Type.String(),
      receiver: Type.String(),
      documentNumber: optional(),
    }),
    envelope: Type.Object({
      instanceIdentifier: Type.String(),
      createdAt: Type.String(),
      header: optional(
        text('The envelope as it was sent, without the document, which stands before its last tag.'),
      ),
      coversDocument: optional(
        Type.Boolean({
          description: 'The document in its envelope has the digest that the Receipt confirms.',
        }),
      ),
    }),
    as4: Type.Object({
      messageId: as4MessageId,
      conversationId: Type.String(),
      timestamp: Type.String(),
      otherAccessPoint: optional(text('Its seat: who received, or sent.')),
    }),
    receipt: optional(signal),
    userMessage: optional(signal),
    mls: optional(Type.Object({}, { additionalProperties: true })),
  },
  { title: 'Evidence' },
);

export function evidenceRoutes(deps: EvidenceDeps) {
  return {
    read: endpoint(
      {
        summary: 'What proves that a document was delivered',
        description:
          'The signed Receipt of the access point that took a document of yours, or the header that the access point of a sender signed; with times, ids, certificate and digests. format=zip answers the same as files.',
        tags: ['Messages'],
        params: idParams,
        querystring: strictObject({
          format: Type.Optional(oneOf(['json', 'zip'])),
        }),
        response: {
          200: Type.Union([evidence, file('application/zip', 'With format=zip: the same as files.')]),
        },
      },
      async ({ principal, params: { id }, query: { format } }) => {
        const found = await evidenceOf(deps, principal, id);
        if (format !== 'zip') return ok(found);
        return ok(await evidenceArchive(found), {
          'content-type': 'application/zip',
          'content-disposition': `attachment; filename="${found.messageId}-evidence.zip"`,
        });
      },
    ),
  };
}
