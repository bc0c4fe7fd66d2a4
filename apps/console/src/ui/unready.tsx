import { Page } from './page.tsx';
import { Failed, Loading } from './states.tsx';

/** A page whose subject has not come yet, or cannot be shown. */
export function Unready(props: { title: string; query: { error: Error | null; refetch: () => unknown } }) {
  const { title, query } = props;
  return (
    <Page title={title}>
      {query.error ? <Failed error={query.error} again={() => query.refetch()} /> : <Loading />}
    </Page>
  );
}
