import { Page } from '../../ui/page.tsx';
import { Loading } from '../../ui/states.tsx';

export function NewAddressPage() {
  return (
    <Page title="A new address">
      <Loading />
    </Page>
  );
}
