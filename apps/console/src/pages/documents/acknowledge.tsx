import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { announce } from '../../ui/announce.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { count } from '../../ui/format.ts';
import type { Document } from './queries.ts';

/** The most that one call takes. */
const MOST_AT_ONCE = 100;

/** Says that documents were taken, after asking once more; some may have been taken meanwhile. */
export function Acknowledge(props: {
  documents: readonly Document[];
  close: () => void;
  /** Told which were taken. */
  done: (ids: readonly string[]) => void;
}) {
  const { documents, close, done } = props;
  const client = useQueryClient();
  const taken = documents.slice(0, MOST_AT_ONCE);
  const left = documents.length - taken.length;
  const act = async () => {
    const { results } = await call(
      api.POST('/v1/messages/ack', { body: { ids: taken.map(({ id }) => id) } }),
    );
    const failed = results.filter(({ status }) => status === 'ERROR');
    await client.invalidateQueries({ queryKey: ['documents'] });
    await client.invalidateQueries({ queryKey: ['overview'] });
    done(results.filter(({ status }) => status === 'OK').map(({ id }) => id));
    const [first] = failed;
    if (first)
      throw new Error(
        `${count(failed.length, 'document')} could not be acknowledged: ${first.error?.message ?? ''}`,
      );
    announce(`${count(taken.length, 'document')} acknowledged`);
  };
  return (
    <Confirm
      title={`Acknowledge ${count(taken.length, 'document')}?`}
      verb={`Acknowledge ${taken.length}`}
      isHarmless
      act={act}
      close={close}
    >
      <p>
        They count as taken by your system, and are no longer offered to it. They stay here and can still be
        read.
      </p>
      {left > 0 && (
        <p>
          {MOST_AT_ONCE} go at once; the other {left} stay selected.
        </p>
      )}
    </Confirm>
  );
}
