import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { startLive } from '../api/live.ts';
import type { Key } from '../ui/key-list.tsx';
import { Rail } from '../ui/rail.tsx';
import { Shell } from '../ui/shell.tsx';
import { Find } from './find/find.tsx';
import { LiveMark } from './live-mark.tsx';
import { PLACES } from './places.ts';
import { Scope } from './scope.tsx';
import { SessionGuard } from './session-guard.tsx';
import { Strips } from './strips.tsx';
import { useWays } from './use-ways.ts';

const KEYS: readonly Key[] = [
  ['j k, ↓ ↑', 'next, previous row'],
  ['[ ]', 'first row, more rows'],
  ['Enter', 'open it'],
  ['x', 'select it'],
  ['c', 'copy its id'],
  ['f', 'filter'],
  ['n p', 'next, previous finding'],
  ['e', 'acknowledge, in the inbox'],
];

/** The rail, the top and the strips, around every page behind the door. */
export function Frame() {
  const navigate = useNavigate();
  const ways = useWays();
  useEffect(startLive, []);
  return (
    <Shell
      places={PLACES}
      go={(to) => void navigate({ to, search: {} })}
      keys={KEYS}
      rail={<Rail ways={ways} scope={<Scope />} />}
      finds="Number, address, company, document id…"
      find={(close) => <Find close={close} />}
      freshness={<LiveMark />}
      strips={<Strips />}
      guard={<SessionGuard />}
    />
  );
}
