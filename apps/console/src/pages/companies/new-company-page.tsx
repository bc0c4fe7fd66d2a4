import { Page } from '../../ui/page.tsx';
import { Loading } from '../../ui/states.tsx';

export function NewCompanyPage() {
  return (
    <Page title="A new company">
      <Loading />
    </Page>
  );
}
