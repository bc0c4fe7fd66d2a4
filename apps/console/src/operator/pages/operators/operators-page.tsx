import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/answer.ts';
import { Answered } from '../../../ui/answered.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { number } from '../../../ui/format.ts';
import { Moment } from '../../../ui/moment.tsx';
import { Page } from '../../../ui/page.tsx';
import { ShownOnce } from '../../../ui/shown-once.tsx';
import { ACTIONS, figures, Table } from '../../../ui/table.tsx';
import { Button } from '../../../ui/unable.tsx';
import { Who } from '../../../ui/who.tsx';
import { api } from '../../api/client.ts';
import { useRights } from '../../api/session.ts';
import type { Operator, Role } from '../../api/types.ts';
import { ROLES } from '../../parts/roles.ts';
import { OperatorForm } from './operator-form.tsx';
import { PasskeysDialog } from './passkeys-dialog.tsx';
import { Tokens } from './tokens.tsx';

const operatorsQuery = queryOptions({
  queryKey: ['operators'],
  queryFn: async () => (await call(api.GET('/operator/v1/operators'))).operators,
});

type Once = { email: string; password: string };

/** The people who run this installation, and the tokens of their programs. */
export function OperatorsPage() {
  const { isAdmin } = useRights();
  const [isMaking, setMaking] = useState(false);
  const [once, setOnce] = useState<Once>();
  const query = useQuery(operatorsQuery);
  return (
    <Page
      title="Operators"
      lede="The people who run this installation. Whatever one does stands in the audit under their name."
      actions={
        isAdmin && (
          <button type="button" className="btn pri" onClick={() => setMaking(true)}>
            Add an operator
          </button>
        )
      }
    >
      <Answered query={query}>{(operators) => <People rows={operators} made={setOnce} />}</Answered>
      <Tokens />
      {isMaking && <OperatorForm close={() => setMaking(false)} made={setOnce} />}
      {once && (
        <ShownOnce
          title={`A password for ${once.email}`}
          value={once.password}
          warning="Hand it over yourself. It is to be changed at the first sign-in; when this closes, nobody can show it again."
          close={() => setOnce(undefined)}
        />
      )}
    </Page>
  );
}

type Asked = { row: Operator; what: 'off' | 'on' | 'reset' | 'passkeys' };

function People({ rows, made }: { rows: readonly Operator[]; made: (once: Once) => void }) {
  const { isAdmin } = useRights();
  const [asked, setAsked] = useState<Asked>();
  return (
    <>
      <div className="sec">
        <h2>
          People <small>{number(rows.filter(({ status }) => status === 'active').length)}</small>
        </h2>
      </div>
      <Table
        className="people"
        caption="Operators"
        columns={[
          'Name',
          'Role',
          'Password',
          isAdmin && figures('Passkeys'),
          'Last seen',
          isAdmin && ACTIONS,
        ]}
      >
        <tbody>
          {rows.map((row) => (
            <PersonRow key={row.id} row={row} ask={(what) => setAsked({ row, what })} />
          ))}
        </tbody>
      </Table>
      {asked?.what === 'passkeys' && <PasskeysDialog row={asked.row} close={() => setAsked(undefined)} />}
      {asked && asked.what !== 'passkeys' && (
        <Question row={asked.row} what={asked.what} made={made} close={() => setAsked(undefined)} />
      )}
    </>
  );
}

function PersonRow({ row, ask }: { row: Operator; ask: (what: Asked['what']) => void }) {
  const { isAdmin, operator } = useRights();
  const isSelf = row.id === operator?.id;
  const isActive = row.status === 'active';
  return (
    <tr>
      <td>
        <Who name={row.name} email={row.email} isSelf={isSelf} />
      </td>
      <td>{isAdmin && !isSelf && isActive ? <RoleChoice row={row} /> : ROLES[row.role].label}</td>
      <td>{row.mustChangePassword ? 'to be changed' : 'own'}</td>
      {isAdmin && <td className="num">{number(row.passkeyCount ?? 0)}</td>}
      <td className="dim nowrap">
        {!isActive ? 'switched off' : row.lastLoginAt ? <Moment time={row.lastLoginAt} /> : 'never'}
      </td>
      {isAdmin && (
        <td>
          {!isSelf && (
            <div className="acts">
              {isActive && (
                <Button className="btn sm ghost" act={() => ask('reset')} of={row.name}>
                  New password…
                </Button>
              )}
              {Boolean(row.passkeyCount) && (
                <Button className="btn sm ghost" act={() => ask('passkeys')} of={row.name}>
                  Passkeys…
                </Button>
              )}
              <Button className="btn sm ghost" act={() => ask(isActive ? 'off' : 'on')} of={row.name}>
                {isActive ? 'Switch off…' : 'Switch on…'}
              </Button>
            </div>
          )}
        </td>
      )}
    </tr>
  );
}

function RoleChoice({ row }: { row: Operator }) {
  const cache = useQueryClient();
  const [error, setError] = useState<Error>();
  const choose = async (role: Role) => {
    setError(undefined);
    const params = { path: { id: row.id } };
    await call(api.PATCH('/operator/v1/operators/{id}', { params, body: { role } })).catch(setError);
    await cache.invalidateQueries({ queryKey: ['operators'] });
  };
  return (
    <>
      <select
        className="field slim"
        aria-label={`Role of ${row.name}`}
        value={row.role}
        onChange={({ target }) => void choose(target.value as Role)}
      >
        {(Object.entries(ROLES) as [Role, (typeof ROLES)[Role]][]).map(([role, { label }]) => (
          <option key={role} value={role}>
            {label}
          </option>
        ))}
      </select>
      {error && <small className="wrong">{error.message}</small>}
    </>
  );
}

const QUESTIONS = {
  off: {
    verb: 'Switch off',
    says: 'They are signed out everywhere, their passkeys go, and their tokens open nothing. What they did stays.',
  },
  on: { verb: 'Switch on', says: 'They can sign in again, with their password. Passkeys are made anew.' },
  reset: {
    verb: 'Make a new password',
    says: 'The present one ends, and they are signed out. They change the new one at the next sign-in.',
  },
} as const;

function Question(props: {
  row: Operator;
  what: keyof typeof QUESTIONS;
  made: (once: Once) => void;
  close: () => void;
}) {
  const { row, what, made, close } = props;
  const cache = useQueryClient();
  const params = { path: { id: row.id } };
  const act = async () => {
    if (what === 'reset') {
      const { password } = await call(api.POST('/operator/v1/operators/{id}/reset-password', { params }));
      made({ email: row.email, password });
    } else {
      const body = { status: what === 'off' ? ('inactive' as const) : ('active' as const) };
      await call(api.PATCH('/operator/v1/operators/{id}', { params, body }));
    }
    await cache.invalidateQueries({ queryKey: ['operators'] });
  };
  const { verb, says } = QUESTIONS[what];
  return (
    <Confirm title={`${verb}: ${row.name}`} verb={verb} isHarmless={what === 'on'} act={act} close={close}>
      <p>{says}</p>
    </Confirm>
  );
}
