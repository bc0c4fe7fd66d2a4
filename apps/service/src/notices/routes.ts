import { Type } from 'typebox';
import { ok, openEndpoint } from '../platform/http/endpoint.ts';
import { askToUnsubscribe, type UnsubscribeDeps, unsubscribe } from './unsubscribe.ts';

const tags = ['Users'];
const params = Type.Object({ token: Type.String() });
const page = { 200: Type.String({ description: 'A page without script.' }) };
/** A form of one field, in any of its forms. */
const LONGEST_FORM = 4_096;

export function noticeRoutes(deps: UnsubscribeDeps) {
  return {
    ask: openEndpoint(
      {
        summary: 'Ask whether mails of one kind shall stop; changes nothing',
        description: 'The URL stands in each mail and is its own credential.',
        tags,
        params,
        response: page,
      },
      async ({ params: { token } }) => {
        const { html, headers } = askToUnsubscribe(deps, token);
        return ok(html, headers);
      },
    ),
    unsubscribe: openEndpoint(
      {
        summary: 'Stop mails of one kind, without signing in',
        description: 'What List-Unsubscribe-Post of each mail names; RFC 8058.',
        tags,
        params,
        bytes: 'List-Unsubscribe=One-Click, or nothing',
        response: page,
      },
      async ({ params: { token }, receive }) => {
        await receive(LONGEST_FORM);
        const { html, headers } = await unsubscribe(deps, token);
        return ok(html, headers);
      },
    ),
  };
}
