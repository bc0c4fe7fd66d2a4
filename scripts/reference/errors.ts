import { MESSAGE_ERRORS } from '../../apps/service/src/messages/message.ts';
import { DETAIL_CODES, ERROR_CODES } from '../../apps/service/src/platform/errors.ts';
import { code, pageOf, table } from './table.ts';

export function errorsPage(): string {
  const answers = Object.entries(ERROR_CODES).toSorted(([, [one]], [, [other]]) => one - other);
  return pageOf(
    'Error codes',
    'apps/service/src/platform/errors.ts, apps/service/src/messages/message.ts',
    '## Of an answer',
    'A refusal is `{error: {code, message, details?, requestId}}`. The code is what programs go by; the message ends with the next step and may say more than here.',
    table(
      ['Status', '`code`', 'Message'],
      answers.map(([name, [status, message]]) => [String(status), code(name), message]),
    ),
    `What is wrong with a field has a code of its own in \`details\`: ${DETAIL_CODES.map(code).join(', ')}.`,
    '## Of a document',
    'Why it did not arrive, in `lastErrorCode` and in events; `lastErrorMessage` says what to do.',
    table(
      ['`lastErrorCode`', ''],
      Object.entries(MESSAGE_ERRORS).map(([name, about]) => [code(name), about]),
    ),
  );
}
