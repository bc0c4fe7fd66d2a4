import { Curl, curlOf } from '../../ui/curl.tsx';
import type { Draft } from './send-queries.ts';

/** The same from a system: what this form does, as one call. */
export function Request({ draft, idempotencyKey }: { draft: Draft; idempotencyKey: string }) {
  const { sender, receiver, externalReference, type } = draft;
  const body = {
    sender,
    receiver: receiver || '0007:…',
    ...(type ? { type } : {}),
    payload: '<Invoice …>',
    ...(externalReference ? { externalReference } : {}),
  };
  const command = curlOf({
    method: 'POST',
    path: '/v1/messages',
    headers: { 'Idempotency-Key': idempotencyKey, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (
    <section aria-labelledby="request">
      <div className="sec quiet">
        <h2 id="request">From your system</h2>
      </div>
      <Curl command={command} />
    </section>
  );
}
