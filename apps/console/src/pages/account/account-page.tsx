import { Page } from '../../ui/page.tsx';
import { Loading } from '../../ui/states.tsx';

export function AccountPage() {
  return (
    <Page title="Account">
      <Loading />
    </Page>
  );
}
