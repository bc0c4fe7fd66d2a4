import { Pill } from '../../ui/pill.tsx';
import type { Participant } from '../api/types.ts';

type Checks = NonNullable<Participant['checks']>;

const WEIGHT = { bad: 0, unknown: 1, good: 2 } as const;

const SHOWN = {
  good: { tone: 'rest', mark: 'done' },
  bad: { tone: 'stop', mark: 'stop' },
  unknown: { tone: 'wait', mark: 'retry' },
} as const;

/** What was looked at before an address is approved: what speaks against it first. */
export function WhatWeLookedAt({ checks, isWhole }: { checks: Checks | undefined; isWhole?: boolean }) {
  if (!checks || checks.length === 0) return <Pill tone="rest" mark="unk" label="Not looked at yet" />;
  const sorted = checks.toSorted((a, b) => WEIGHT[a.outcome] - WEIGHT[b.outcome]);
  const doubts = sorted.filter(({ outcome }) => outcome !== 'good');
  const shown = isWhole || doubts.length === 0 ? sorted : doubts;
  return (
    <ul className="looked">
      {shown.map(({ name, outcome, detail }) => (
        <li key={name}>
          <Pill {...SHOWN[outcome]} label={detail} />
        </li>
      ))}
    </ul>
  );
}

/** Why it cannot be approved as it stands; undefined when it can. */
export function whyNotApproved({ checks }: Participant): string | undefined {
  const held = checks?.find(({ name, outcome }) => name === 'heldElsewhere' && outcome === 'bad');
  return held && 'Held elsewhere: only a migration token can bring it here';
}
