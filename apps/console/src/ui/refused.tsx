import { ApiError } from '../api/answer.ts';
import { HEADLINES } from '../texts/codes.ts';

/** Why the door stayed shut, in one sentence that gives nothing away. */
export function Refused({ error }: { error: Error }) {
  const code = error instanceof ApiError ? error.code : undefined;
  const headline =
    code && code !== 'UNAUTHORIZED' && code !== 'VALIDATION_FAILED' ? HEADLINES[code] : undefined;
  return (
    <p className="note bad" role="alert">
      {headline && <b>{headline}. </b>}
      {error.message}
      {error instanceof ApiError && error.status >= 500 && error.requestId && (
        <span className="dimmer"> Request {error.requestId}</span>
      )}
    </p>
  );
}
