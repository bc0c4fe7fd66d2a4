import { Page } from '../../ui/page.tsx';
import { Loading } from '../../ui/states.tsx';

export function AccessPage() {
  return (
    <Page title="People and keys">
      <Loading />
    </Page>
  );
}
