import { Page } from '../../ui/page.tsx';
import { Loading } from '../../ui/states.tsx';

export function CompaniesPage() {
  return (
    <Page title="Companies">
      <Loading />
    </Page>
  );
}
