import { Page } from '../../ui/page.tsx';
import { Loading } from '../../ui/states.tsx';

export function CompanyPage() {
  return (
    <Page title="Company">
      <Loading />
    </Page>
  );
}
