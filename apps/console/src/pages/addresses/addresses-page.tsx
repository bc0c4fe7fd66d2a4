import { Page } from '../../ui/page.tsx';
import { Loading } from '../../ui/states.tsx';

export function AddressesPage() {
  return (
    <Page title="Addresses">
      <Loading />
    </Page>
  );
}
