import { Page } from '../../ui/page.tsx';
import { Loading } from '../../ui/states.tsx';

export function MePage() {
  return (
    <Page title="You">
      <Loading />
    </Page>
  );
}
