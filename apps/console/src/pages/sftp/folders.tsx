import { number } from '../../ui/format.ts';
import { Table } from '../../ui/table.tsx';

type Purpose = 'OUTBOX' | 'INBOX' | 'ARCHIVE' | 'SENT' | 'FAILED';

const MEANS: Readonly<Record<Purpose, string>> = {
  OUTBOX: 'put documents here to send them',
  INBOX: 'fetch what came in; deleting acknowledges',
  ARCHIVE: 'what was collected',
  SENT: 'what was sent, with its answer beside it',
  FAILED: 'what was not sent, with the reason beside it',
};
const ACCESS = {
  READ: 'read',
  READ_DELETE: 'read, delete',
  READ_WRITE_DELETE: 'read, write, delete',
} as const;

interface Layout {
  loginId: string;
  username: string;
  directories: { path: string; purpose: Purpose; access: keyof typeof ACCESS }[];
  truncated?: boolean;
}

/** Of each login no more are drawn; a program lists the rest. */
const SHOWN = 60;

/** The folders that each login finds. */
export function Folders({ layouts }: { layouts: readonly Layout[] }) {
  return layouts.map(({ loginId, username, directories, truncated }) => (
    <details className="folders" key={loginId} open={layouts.length === 1}>
      <summary>
        Folders of <span className="mono">{username}</span>{' '}
        <small className="dimmer">
          {number(directories.length)}
          {truncated ? ' of more' : ''}
        </small>
      </summary>
      {directories.length === 0 ? (
        <p className="dim none">None yet: each address has its own, once it may send or receive.</p>
      ) : (
        <Table className="slim" columns={['Folder', 'For', 'May']}>
          <tbody>
            {directories.slice(0, SHOWN).map(({ path, purpose, access }) => (
              <tr key={path}>
                <td className="mono">{path}</td>
                <td className="dim">{MEANS[purpose]}</td>
                <td className="dim">{ACCESS[access]}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {directories.length > SHOWN && <p className="more">and {number(directories.length - SHOWN)} more</p>}
    </details>
  ));
}
