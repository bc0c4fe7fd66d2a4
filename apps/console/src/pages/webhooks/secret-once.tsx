import { ShownOnce } from '../../ui/shown-once.tsx';
import { Verifiers } from './verify.tsx';
import { shortUrl } from './words.ts';

/** The signing secret of an endpoint, this once. */
export function SecretOnce(props: { url: string; secret: string; isNew?: boolean; close: () => void }) {
  const { url, secret, isNew, close } = props;
  return (
    <ShownOnce
      title="Copy the signing secret now"
      value={secret}
      warning={`${shortUrl(url)} proves with it that a call is ours. When this closes, nobody can show it again.${
        isNew ? '' : ' Deliveries signed with the old one are already gone.'
      }`}
      close={close}
    >
      <Verifiers />
    </ShownOnce>
  );
}
