import { useQueryClient } from '@tanstack/react-query';
import { useRights } from '../../api/account.ts';
import { call } from '../../api/answer.ts';
import { api } from '../../api/client.ts';
import type { User } from '../../people/queries.ts';
import { isInvited, isLocked } from '../../people/roles.ts';
import { ActsMenu } from '../../ui/acts-menu.tsx';
import { announce } from '../../ui/announce.tsx';
import { Button } from '../../ui/unable.tsx';

export type What = 'change' | 'off' | 'erase';

export interface ActsProps {
  user: User;
  isSelf: boolean;
  isLastOwner: boolean;
  ask: (what: What) => void;
  fail: (error: Error | undefined) => void;
  onPassword: (value: string) => void;
}

/** What can be done with somebody now; what stands first has a button of its own. */
export function PersonActs(props: ActsProps) {
  const { user, isSelf, isLastOwner, ask } = props;
  const { isOwner, atDesk, noCredentials } = useRights();
  const rank = user.role === 'owner' && !isOwner ? 'Only owners change owners' : undefined;
  const not = noCredentials ?? rank;
  if (user.status === 'inactive') return <ActsOnInactive {...props} not={not} />;
  if (isSelf) {
    const own = isLastOwner
      ? 'You are the last owner. Make someone else owner first.'
      : 'Nobody switches off themselves. Ask another owner or admin.';
    return (
      <div className="acts">
        <Button act={() => ask('off')} not={own}>
          Switch off
        </Button>
      </div>
    );
  }
  // What takes authority away goes on in a suspended account.
  return <ActsOnActive {...props} not={not} notOff={(atDesk && noCredentials) ?? rank} />;
}

/** Does something with a person, and says what went wrong. */
function useAct({ fail }: ActsProps) {
  const cache = useQueryClient();
  return async (act: () => Promise<void>) => {
    fail(undefined);
    try {
      await act();
      await cache.invalidateQueries({ queryKey: ['users'] });
    } catch (error) {
      fail(error as Error);
    }
  };
}

function ActsOnInactive(props: ActsProps & { not: string | undefined }) {
  const { user, ask, not } = props;
  const act = useAct(props);
  const isErasable = user.erasableAt !== undefined && Date.parse(user.erasableAt) <= Date.now();
  const params = { path: { id: user.id } };
  return (
    <div className="acts">
      <Button
        act={() => void act(async () => void (await call(api.POST('/v1/users/{id}/enable', { params }))))}
        not={not}
      >
        Switch on
      </Button>
      <Button
        className="btn sm ghost bad"
        act={() => ask('erase')}
        not={not ?? (isErasable ? undefined : 'Possible 30 days after it was switched off')}
      >
        Erase
      </Button>
    </div>
  );
}

function ActsOnActive(props: ActsProps & { not: string | undefined; notOff: string | undefined }) {
  const { user, ask, not, notOff, onPassword } = props;
  const act = useAct(props);
  const mail = (body: { resetPassword: true } | { resendInvite: true }) =>
    act(async () => {
      const params = { path: { id: user.id } };
      const { temporaryPassword } = await call(api.PATCH('/v1/users/{id}', { params, body }));
      if (temporaryPassword) onPassword(temporaryPassword);
      else announce(`A link was mailed to ${user.email}`);
    });
  const reset = () => void mail({ resetPassword: true });
  const again = () => void mail({ resendInvite: true });
  const isNew = isInvited(user);
  const first = isNew
    ? { label: 'Invite again', act: again, look: 'btn sm' }
    : isLocked(user)
      ? { label: 'Send reset link', act: reset, look: 'btn sm' }
      : { label: 'Change', act: () => ask('change'), look: 'btn sm ghost' };
  return (
    <div className="acts">
      <Button act={first.act} not={not} className={first.look}>
        {first.label}
      </Button>
      <ActsMenu
        label={`More for ${user.name}`}
        acts={[
          { label: 'Change role and companies', act: () => ask('change'), not },
          ...(isNew ? [] : [{ label: 'Send a reset link', act: reset, not }]),
          { label: 'Switch off', act: () => ask('off'), isBad: true, not: notOff },
        ]}
      />
    </div>
  );
}
