import { Page } from '../../ui/page.tsx';
import { Loading } from '../../ui/states.tsx';

export function SftpPage() {
  return (
    <Page title="SFTP">
      <Loading />
    </Page>
  );
}
