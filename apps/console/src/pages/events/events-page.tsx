import { Page } from '../../ui/page.tsx';
import { Loading } from '../../ui/states.tsx';

export function EventsPage() {
  return (
    <Page title="Events">
      <Loading />
    </Page>
  );
}
