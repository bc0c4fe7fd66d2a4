import { Page } from '../../ui/page.tsx';
import { Loading } from '../../ui/states.tsx';

export function CheckPage() {
  return (
    <Page title="Check a list">
      <Loading />
    </Page>
  );
}
