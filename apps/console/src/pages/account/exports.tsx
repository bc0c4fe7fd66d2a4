import type { operations } from '@pappel/client/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import { Copy } from '../../ui/copy.tsx';
import { bytes, number, shortId } from '../../ui/format.ts';
import { Moment } from '../../ui/moment.tsx';
import { Pill } from '../../ui/pill.tsx';
import { Failed, Loading } from '../../ui/states.tsx';
import { figures, Table } from '../../ui/table.tsx';
import { Button } from '../../ui/unable.tsx';
import { until } from '../../ui/when.ts';

type Export = operations['listExports']['responses'][200]['content']['application/json']['exports'][number];

const isUnderWay = ({ status }: Export): boolean => status === 'QUEUED' || status === 'RUNNING';

const exportsQuery = queryOptions({
  queryKey: ['export'],
  queryFn: async () => (await call(api.GET('/v1/account/export'))).exports,
  refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? 2_000 : false),
});

const STATUSES: Readonly<
  Record<
    string,
    { tone: 'move' | 'done' | 'stop' | 'rest'; mark: 'move' | 'done' | 'stop' | 'rest'; label: string }
  >
> = {
  QUEUED: { tone: 'move', mark: 'move', label: 'Being made' },
  RUNNING: { tone: 'move', mark: 'move', label: 'Being made' },
  DONE: { tone: 'done', mark: 'done', label: 'Ready' },
  FAILED: { tone: 'stop', mark: 'stop', label: 'Failed' },
  EXPIRED: { tone: 'rest', mark: 'rest', label: 'Expired' },
};

/** All of the account as a file, made when an owner asks for it. */
export function Exports() {
  const cache = useQueryClient();
  const exports = useQuery(exportsQuery);
  const ask = useMutation({
    mutationFn: () => call(api.POST('/v1/account/export')),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['export'] }),
  });
  const isBusy = exports.data?.some(isUnderWay) ?? false;
  return (
    <section aria-label="Export">
      <div className="sec">
        <h2>Export</h2>
        <span className="end">
          <Button
            act={() => ask.mutate()}
            not={isBusy || ask.isPending ? 'One is being made; it comes one at a time' : undefined}
          >
            Make an export
          </Button>
        </span>
      </div>
      <p className="dim hint">
        One zip file with everything as of one moment: each document, companies, addresses, people, events,
        usage and the audit as JSON lines, and a manifest with counts and SHA-256. No passwords, keys or
        secrets. The link works for 24 hours, for whoever has it.
      </p>
      {ask.error && <Failed error={ask.error} />}
      {exports.isPending && <Loading lines={3} />}
      {exports.error && <Failed error={exports.error} again={() => exports.refetch()} />}
      {exports.data && exports.data.length > 0 && (
        <Table
          className="people"
          columns={['State', 'Asked for', figures('Size'), 'SHA-256', { name: 'Download', isHidden: true }]}
        >
          <tbody>
            {exports.data.map((one) => (
              <Row key={one.id} one={one} />
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}

function Row({ one }: { one: Export }) {
  const { status, progress, createdAt, error, sha256, downloadUrl, expiresAt } = one;
  const words = STATUSES[status];
  return (
    <tr>
      <td>
        {words ? <Pill {...words} /> : status}
        {isUnderWay(one) && progress.total > 0 && (
          <small>
            {number(progress.done)} of {number(progress.total)}
          </small>
        )}
        {error && <small>{error}</small>}
      </td>
      <td>
        <Moment time={createdAt} />
      </td>
      <td className="num">{one.bytes === undefined ? '' : bytes(one.bytes)}</td>
      <td className="mono dim">
        {sha256 && (
          <>
            {shortId(sha256)}
            <Copy value={sha256} label="Copy the SHA-256" />
          </>
        )}
      </td>
      <td>
        {downloadUrl && expiresAt && (
          <div className="acts">
            <a className="btn sm" href={downloadUrl} download>
              Download, {until(expiresAt)} left
            </a>
          </div>
        )}
      </td>
    </tr>
  );
}
