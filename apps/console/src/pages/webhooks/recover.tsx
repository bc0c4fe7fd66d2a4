import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { announce } from '../../ui/announce.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { FormActions, useSubmission } from '../../ui/form.tsx';
import { Failed } from '../../ui/states.tsx';
import type { Webhook } from './queries.ts';
import { shortUrl } from './words.ts';

/** A moment as `datetime-local` writes it, in the zone of the person. */
function localOf(time: Date): string {
  const shifted = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

/** Sends again all that failed, and what was never tried, since a moment. */
export function Recover({ webhook, close }: { webhook: Webhook; close: () => void }) {
  const cache = useQueryClient();
  const { submit, isBusy, error, wrong } = useSubmission(async (form) => {
    const since = new Date(String(form.get('since'))).toISOString();
    const params = { path: { id: webhook.id } };
    await call(api.POST('/v1/webhooks/{id}/recover', { params, body: { since } }));
    await cache.invalidateQueries({ queryKey: ['webhooks'] });
    announce('It begins to be sent again');
    close();
  });
  const start = webhook.failingSince ? new Date(webhook.failingSince) : new Date(Date.now() - 86_400_000);
  return (
    <Dialog title="Send again what was missed" close={close}>
      <form onSubmit={submit}>
        <p className="dim">
          All that <b>{shortUrl(webhook.url)}</b> did not take since then, and what happened while it was
          switched off, is sent anew under the same webhook-id. What it took is not sent again.
        </p>
        {error && !wrong('since') && <Failed error={error} />}
        <Field
          label="Since"
          name="since"
          type="datetime-local"
          defaultValue={localOf(start)}
          max={localOf(new Date())}
          required
          error={wrong('since')}
        />
        <FormActions verb="Send again" isBusy={isBusy} cancel={close} />
      </form>
    </Dialog>
  );
}
