import type { Node } from '../../tape/tape.ts';
import type { DocumentView } from '../../view.ts';
import { type Block, errors, type Family, type Row, type Test } from '../rule.ts';

const ROOT = '/ApplicationResponse';
const RESPONSE = `${ROOT}/cac:DocumentResponse`;

const hasText =
  (path: string): Test =>
  (doc, node) =>
    doc.onlyText(node, path) !== '';
const has =
  (path: string): Test =>
  (doc, node) =>
    doc.has(node, path);

/** Of a service provider: six digits, and two parts more for its units. */
const PROVIDER = /^[0-9]{6}(-[0-9A-Z_]{3,12}(\.[0-9A-Z\-._~]{3,24})?)?$/iu;
const TIME_ZONE = /([+-]\p{Nd}{2}:\p{Nd}{2}|Z)$/u;

const head: Row[] = [
  [
    'SCH-MLS-01',
    '',
    'The specification identifier must be urn:peppol:edec:mls:1.0.',
    (doc, node) => doc.onlyText(node, 'cbc:CustomizationID') === 'urn:peppol:edec:mls:1.0',
  ],
  [
    'SCH-MLS-02',
    '',
    'The process must be urn:peppol:edec:mls.',
    (doc, node) => doc.onlyText(node, 'cbc:ProfileID') === 'urn:peppol:edec:mls',
  ],
  ['SCH-MLS-03', '', 'The identifier must not be empty.', hasText('cbc:ID')],
  [
    'SCH-MLS-04',
    '',
    'The date of issue must have no time zone.',
    (doc, node) => [...doc.onlyText(node, 'cbc:IssueDate')].length === 10,
  ],
  ['SCH-MLS-05', '', 'There must be a time of issue.', has('cbc:IssueTime')],
  [
    'SCH-MLS-06',
    '',
    'The time of issue must have a time zone.',
    (doc, node) => TIME_ZONE.test(doc.onlyText(node, 'cbc:IssueTime')),
  ],
];

/** Five ids for the endpoint of a party. */
function endpoint(path: string, name: string, ids: readonly [string, string, string, string, string]): Row[] {
  const schemes = (doc: DocumentView, node: Node): string[] =>
    doc.all(node, path).flatMap((one) => doc.attribute(one, 'schemeID') ?? []);
  return [
    [ids[0], '', `The ${name} must have an electronic address.`, has(path)],
    [ids[1], '', `The electronic address of the ${name} must not be empty.`, hasText(path)],
    [
      ids[2],
      '',
      `The ${name} must be addressed by the identifier of a service provider.`,
      (doc, node) => PROVIDER.test(doc.onlyText(node, path)),
    ],
    [
      ids[3],
      '',
      `The electronic address of the ${name} must have a scheme.`,
      (doc, node) => schemes(doc, node).length > 0,
    ],
    [
      ids[4],
      '',
      `The scheme of the ${name} must be 0242, service providers.`,
      (doc, node) => schemes(doc, node).includes('0242'),
    ],
  ];
}

const SENDER = ['SCH-MLS-07', 'SCH-MLS-08', 'SCH-MLS-09', 'SCH-MLS-10', 'SCH-MLS-11'] as const;
const RECEIVER = ['SCH-MLS-12', 'SCH-MLS-13', 'SCH-MLS-14', 'SCH-MLS-15', 'SCH-MLS-16'] as const;

const responseCode = (doc: DocumentView, node: Node): string =>
  doc.onlyText(node, 'cac:Response/cbc:ResponseCode');
const isRejection = (doc: DocumentView, node: Node): boolean => responseCode(doc, node) === 'RE';

const FAILURES = ['BV', 'FD', 'SV'];
/** Whether an issue is a failure, and not just a warning. */
function hasFailure(doc: DocumentView, node: Node): boolean {
  const issues = doc.all(node, 'cac:LineResponse/cac:Response');
  return FAILURES.some((code) =>
    issues.some((issue) => doc.onlyText(issue, 'cac:Status/cbc:StatusReasonCode') === code),
  );
}

const response: Row[] = [
  ['SCH-MLS-18', '', 'There must be a response code.', has('cac:Response/cbc:ResponseCode')],
  [
    'SCH-MLS-19',
    '',
    'The response code must be AP, AB or RE.',
    (doc, node) => ['AP', 'AB', 'RE'].includes(responseCode(doc, node)),
  ],
  [
    'SCH-MLS-20',
    '',
    'A rejection must have a description.',
    (doc, node) => !isRejection(doc, node) || doc.has(node, 'cac:Response/cbc:Description'),
  ],
  [
    'SCH-MLS-21',
    '',
    'The description of a rejection must not be empty.',
    (doc, node) => !isRejection(doc, node) || doc.onlyText(node, 'cac:Response/cbc:Description') !== '',
  ],
  [
    'SCH-MLS-22',
    '',
    'There must be one reference to a document.',
    (doc, node) => doc.all(node, 'cac:DocumentReference').length === 1,
  ],
  [
    'SCH-MLS-23',
    '',
    'A rejection must have an issue.',
    (doc, node) => !isRejection(doc, node) || doc.has(node, 'cac:LineResponse'),
  ],
  [
    'SCH-MLS-24',
    '',
    'A rejection must have an issue that is a failure.',
    (doc, node) => !isRejection(doc, node) || hasFailure(doc, node),
  ],
  [
    'SCH-MLS-25',
    '',
    'Without a rejection no issue must be a failure.',
    (doc, node) => isRejection(doc, node) || !hasFailure(doc, node),
  ],
];

const block = (at: string, ...rows: Row[]): Block => ({ at: [at], rules: errors(...rows) });

/** Peppol Message Level Status 1.0.1. */
export const MESSAGE_LEVEL_STATUS_RULES: Family = {
  name: 'SCH-MLS',
  patterns: [
    [
      block(
        ROOT,
        ...head,
        ...endpoint('cac:SenderParty/cbc:EndpointID', 'sender', SENDER),
        ...endpoint('cac:ReceiverParty/cbc:EndpointID', 'receiver', RECEIVER),
        [
          'SCH-MLS-17',
          '',
          'There must be one document response.',
          (doc, node) => doc.all(node, 'cac:DocumentResponse').length === 1,
        ],
      ),
      block(RESPONSE, ...response),
      block(`${RESPONSE}/cac:DocumentReference`, [
        'SCH-MLS-26',
        '',
        'The identifier of the document must not be empty.',
        hasText('cbc:ID'),
      ]),
      block(`${RESPONSE}/cac:LineResponse`, [
        'SCH-MLS-27',
        '',
        'The place of an issue must not be empty.',
        hasText('cac:LineReference/cbc:LineID'),
      ]),
      block(
        `${RESPONSE}/cac:LineResponse/cac:Response`,
        ['SCH-MLS-28', '', 'An issue must have a description.', has('cbc:Description')],
        ['SCH-MLS-29', '', 'The description of an issue must not be empty.', hasText('cbc:Description')],
        ['SCH-MLS-30', '', 'An issue must have a status.', has('cac:Status')],
      ),
      block(`${RESPONSE}/cac:LineResponse/cac:Response/cac:Status`, [
        'SCH-MLS-31',
        '',
        'The reason of a status must be BV, BW, FD or SV.',
        (doc, node) => ['BV', 'BW', 'FD', 'SV'].includes(doc.onlyText(node, 'cbc:StatusReasonCode')),
      ]),
    ],
  ],
};
