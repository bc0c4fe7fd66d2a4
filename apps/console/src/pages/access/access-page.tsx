import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useRights } from '../../api/account.ts';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { Button } from '../../ui/unable.tsx';
import { Identities } from './identities.tsx';
import { KeyForm } from './key-form.tsx';
import { Keys } from './keys.tsx';
import { People } from './people.tsx';
import { PersonForm } from './person-form.tsx';

const route = getRouteApi('/inside/access');

/** Who may sign in, and which programs may call us. */
export function AccessPage() {
  const { tab, inactive } = route.useSearch();
  const rights = useRights();
  const [open, setOpen] = useState<'person' | 'key'>();
  if (rights.role === 'member')
    return (
      <Page title="People & keys">
        <Empty title="Your role does not allow this">
          <p className="dim">People and keys are for owners, and for admins of a company. Ask one of them.</p>
        </Empty>
      </Page>
    );
  const { noCredentials } = rights;
  return (
    <Page
      title="People & keys"
      actions={
        <>
          <Button className="btn" not={noCredentials} act={() => setOpen('key')}>
            Make a key
          </Button>
          <Button className="btn pri" not={noCredentials} act={() => setOpen('person')}>
            Invite someone
          </Button>
        </>
      }
    >
      {tab === 'sso' ? <Identities /> : <People showsInactive={inactive === '1'} />}
      {tab !== 'sso' && <Keys />}
      {open === 'person' && <PersonForm close={() => setOpen(undefined)} />}
      {open === 'key' && <KeyForm close={() => setOpen(undefined)} />}
    </Page>
  );
}
