import { Page } from '../../ui/page.tsx';
import { Loading } from '../../ui/states.tsx';

export function AuditPage() {
  return (
    <Page title="Audit">
      <Loading />
    </Page>
  );
}
