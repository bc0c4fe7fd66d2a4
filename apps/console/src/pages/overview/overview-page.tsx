import { Page } from '../../ui/page.tsx';
import { Loading } from '../../ui/states.tsx';

export function OverviewPage() {
  return (
    <Page title="Overview">
      <Loading />
    </Page>
  );
}
