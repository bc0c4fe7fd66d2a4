import { documentTypeParts, processParts } from '@pappel/peppol-ids/document-type-id';
import { PARTICIPANT_SCHEME } from '@pappel/peppol-ids/participant-id';
import { escapeText } from '@pappel/xml/write';
import { SBDH_NAMESPACE, type SbdhInput } from './sbdh.ts';

const END = Buffer.from('</sh:StandardBusinessDocument>');

/**
 * Puts a business document into its envelope [SBDH 2.0.2 2.2, 2.3]. The payload's bytes stand in the result as they
 * are, without copy, but for a byte order mark and the XML declaration, which may not stand inside.
 *
 * @param payload a well-formed XML document in UTF-8 without DOCTYPE
 * @returns the envelope as chunks to be sent one after the other, UTF-8
 */
export function writeSbd(header: SbdhInput, payload: Uint8Array): Uint8Array[] {
  return [Buffer.from(head(header)), withoutDeclaration(payload), END];
}

/** The envelope without the document: what must be kept to write it once more. */
export const envelopeAlone = (chunks: readonly Uint8Array[]): Buffer =>
  Buffer.concat([chunks[0] ?? END, chunks.at(-1) ?? END]);

/** `writeSbd` once more, from what `envelopeAlone` answered and the same payload. */
export const envelopeAround = (alone: Uint8Array, payload: Uint8Array): Uint8Array[] => [
  alone.subarray(0, alone.length - END.length),
  withoutDeclaration(payload),
  END,
];

function head(header: SbdhInput): string {
  const { namespace, localName, version, scheme, value } = documentTypeParts(header.documentTypeId);
  const process = processParts(header.processId);
  const scopes = [
    scope('DOCUMENTID', value, scheme),
    scope('PROCESSID', process.value, process.scheme),
    scope('COUNTRY_C1', header.countryC1),
    ...(header.mlsTo ? [scope('MLS_TO', header.mlsTo, PARTICIPANT_SCHEME)] : []),
    ...(header.mlsType ? [scope('MLS_TYPE', header.mlsType)] : []),
    ...(header.additional ?? []).map((extra) => scope(extra.type, extra.value, extra.identifier)),
  ];
  return (
    `<?xml version="1.0" encoding="UTF-8"?><sh:StandardBusinessDocument xmlns:sh="${SBDH_NAMESPACE}">` +
    '<sh:StandardBusinessDocumentHeader><sh:HeaderVersion>1.0</sh:HeaderVersion>' +
    partner('Sender', header.sender) +
    partner('Receiver', header.receiver) +
    `<sh:DocumentIdentification><sh:Standard>${escapeText(namespace)}</sh:Standard>` +
    `<sh:TypeVersion>${escapeText(version)}</sh:TypeVersion>` +
    `<sh:InstanceIdentifier>${escapeText(header.instanceIdentifier)}</sh:InstanceIdentifier>` +
    `<sh:Type>${escapeText(localName)}</sh:Type>` +
    `<sh:CreationDateAndTime>${header.creationDateTime.toISOString()}</sh:CreationDateAndTime>` +
    `</sh:DocumentIdentification><sh:BusinessScope>${scopes.join('')}</sh:BusinessScope>` +
    '</sh:StandardBusinessDocumentHeader>'
  );
}

function partner(role: 'Sender' | 'Receiver', id: string): string {
  return `<sh:${role}><sh:Identifier Authority="${PARTICIPANT_SCHEME}">${escapeText(id)}</sh:Identifier></sh:${role}>`;
}

function scope(type: string, value: string, identifier?: string): string {
  const named = identifier === undefined ? '' : `<sh:Identifier>${escapeText(identifier)}</sh:Identifier>`;
  return (
    `<sh:Scope><sh:Type>${escapeText(type)}</sh:Type>` +
    `<sh:InstanceIdentifier>${escapeText(value)}</sh:InstanceIdentifier>${named}</sh:Scope>`
  );
}

function withoutDeclaration(payload: Uint8Array): Uint8Array {
  const bytes = Buffer.from(payload.buffer, payload.byteOffset, payload.length);
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  if (bytes.toString('latin1', start, start + 5) !== '<?xml') return bytes.subarray(start);
  const end = bytes.indexOf('?>', start);
  return bytes.subarray(end < 0 ? start : end + 2);
}
