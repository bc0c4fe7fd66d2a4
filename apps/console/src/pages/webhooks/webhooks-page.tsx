import { Page } from '../../ui/page.tsx';
import { Loading } from '../../ui/states.tsx';

export function WebhooksPage() {
  return (
    <Page title="Webhooks">
      <Loading />
    </Page>
  );
}
