import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Key } from '../../ui/key-list.tsx';
import { Rail } from '../../ui/rail.tsx';
import { Shell } from '../../ui/shell.tsx';
import { meQuery } from '../api/session.ts';
import { Find } from './find.tsx';
import { Freshness } from './freshness.tsx';
import { OperatorGuard } from './operator-guard.tsx';
import { PLACES } from './places.ts';
import { useWays } from './use-ways.ts';

const KEYS: readonly Key[] = [
  ['j k, ↓ ↑', 'next, previous address that waits'],
  ['a', 'approve it'],
  ['x', 'reject it'],
];

/** The rail and the top, around every page behind the door. */
export function Frame() {
  const navigate = useNavigate();
  const ways = useWays();
  return (
    <Shell
      places={PLACES}
      go={(to) => void navigate({ to, search: {} })}
      keys={KEYS}
      rail={<Rail ways={ways} side={<em>Operator</em>} scope={<Seat />} />}
      finds="Account, address, document id…"
      find={(close) => <Find close={close} />}
      freshness={<Freshness />}
      guard={<OperatorGuard />}
    />
  );
}

const NETWORKS = { local: 'Local network', test: 'Peppol test', production: 'Peppol production' } as const;

/** No customer's name is ever in this corner. */
function Seat() {
  const { data: me } = useQuery(meQuery);
  return (
    <p className="scope">
      <span>
        <b>Seat {me?.seat}</b>
        <small>{me && NETWORKS[me.network]}</small>
      </span>
    </p>
  );
}
