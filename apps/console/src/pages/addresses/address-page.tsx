import { Page } from '../../ui/page.tsx';
import { Loading } from '../../ui/states.tsx';

export function AddressPage() {
  return (
    <Page title="Address">
      <Loading />
    </Page>
  );
}
