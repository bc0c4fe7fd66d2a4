import { Page } from '../../ui/page.tsx';
import { Loading } from '../../ui/states.tsx';

export function NetworkPage() {
  return (
    <Page title="Network">
      <Loading />
    </Page>
  );
}
