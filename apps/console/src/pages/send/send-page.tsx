import { Page } from '../../ui/page.tsx';
import { Loading } from '../../ui/states.tsx';

export function SendPage() {
  return (
    <Page title="Send a document">
      <Loading />
    </Page>
  );
}
