import { Page } from '../../ui/page.tsx';
import { Loading } from '../../ui/states.tsx';

export function InboxPage() {
  return (
    <Page title="Inbox">
      <Loading />
    </Page>
  );
}
