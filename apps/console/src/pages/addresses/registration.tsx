import { useQuery } from '@tanstack/react-query';
import type { Address } from '../../api/addresses.ts';
import { count } from '../../ui/format.ts';
import { type Corner, Way } from '../../ui/way.tsx';
import type { Stop } from '../../ui/way-of.ts';
import { ago, between, dayAndHour, duration } from '../../ui/when.ts';
import { auditQuery } from './audit.tsx';

type StepState = 'done' | 'now' | 'ahead' | 'failed' | 'waits';

interface Step {
  role: string;
  name: string;
  state: StepState;
  details: readonly string[];
  /** When it was done, where that is known. */
  at?: string | undefined;
}

const STOPS: Record<StepState, Stop> = {
  done: { mark: 'done', tone: 'done', line: 'done' },
  now: { mark: 'move', tone: 'move', line: 'ahead' },
  waits: { mark: 'wait', tone: 'wait', line: 'ahead' },
  failed: { mark: 'stop', tone: 'stop', line: 'cut' },
  ahead: { mark: 'unk', tone: 'unknown', line: 'ahead' },
};

/** How far an address has come: approved, in the SMP, visible in DNS, in the directory. */
export function Registration({ address }: { address: Address }) {
  const audit = useQuery(auditQuery(address.id));
  const steps = stepsOf(address, momentsIn(audit.data?.rows ?? []));
  const corners = steps.map(({ state, at, ...step }, i): Corner => {
    const { line, ...last } = STOPS[state];
    const next = steps[i + 1];
    return {
      ...step,
      stop: line && next ? { ...last, line } : last,
      when: at && dayAndHour(at),
      line: at && next?.at ? duration(Math.max(0, between(at, next.at))) : undefined,
    };
  });
  const { checkedAt } = address.registration;
  return (
    <>
      <Way label="Registration on the network" corners={corners} />
      {checkedAt && <p className="dimmer under">Looked at {ago(checkedAt)}.</p>}
    </>
  );
}

/** When what happened, as far as the audit goes back. */
interface Moments {
  asked?: string | undefined;
  approved?: { createdAt: string; actorName: string } | undefined;
  active?: string | undefined;
}

function momentsIn(rows: readonly Row[]): Moments {
  const last = (fits: (row: Row) => boolean) => rows.find(fits);
  return {
    asked: last(({ eventType }) => eventType === 'participant.created')?.createdAt,
    approved: last(({ eventType }) => eventType === 'participant.approved'),
    active: last(({ metadata }) => metadata['to'] === 'ACTIVE')?.createdAt,
  };
}

type Row = Awaited<ReturnType<NonNullable<ReturnType<typeof auditQuery>['queryFn']>>>['rows'][number];

const BEFORE_APPROVAL = ['PENDING_APPROVAL', 'REJECTED'];

function stepsOf(address: Address, moments: Moments): Step[] {
  const { status, registration, capabilities, publishedAt } = address;
  const { smp, sml, dns, directory } = registration;
  const receives = capabilities.filter(({ direction }) => direction !== 'SEND').length;
  const stateOf = (step: Progress): StepState => stateOfStep(step, status === 'REGISTERING');
  const inDns = together(sml, dns);
  return [
    approvalOf(address, moments),
    {
      role: 'SMP',
      name: { DONE: 'Entry written', FAILED: 'Not written', PENDING: 'No entry yet' }[smp],
      state: stateOf(smp),
      details: smp === 'DONE' ? [count(receives, 'document type')] : [],
      at: smp === 'DONE' ? publishedAt : undefined,
    },
    {
      role: 'SML and DNS',
      name: { DONE: 'Visible in DNS', FAILED: 'Not visible', PENDING: 'Not visible yet' }[inDns],
      state: stateOf(inDns),
      details: inDns === 'DONE' ? ['DNS answers our SMP'] : [`SML ${said(sml)}, DNS ${said(dns)}`],
      at: inDns === 'DONE' ? moments.active : undefined,
    },
    {
      role: 'Peppol Directory',
      name: { DONE: 'Listed', FAILED: 'Not listed', PENDING: 'Not listed yet' }[directory],
      state: stateOf(directory),
      details: directory === 'DONE' ? ['with name and country'] : [],
    },
  ];
}

type Progress = Address['registration']['smp'];

function stateOfStep(step: Progress, isUnderWay: boolean): StepState {
  if (step === 'DONE') return 'done';
  if (step === 'FAILED') return 'failed';
  return isUnderWay ? 'now' : 'ahead';
}

function together(one: Progress, other: Progress): Progress {
  if (one === 'FAILED' || other === 'FAILED') return 'FAILED';
  return one === 'DONE' && other === 'DONE' ? 'DONE' : 'PENDING';
}

function approvalOf({ status, statusReason, statusChangedAt }: Address, { asked, approved }: Moments): Step {
  const since = `since ${dayAndHour(statusChangedAt)}`;
  const role = 'Approved by';
  if (status === 'REJECTED')
    return {
      role,
      name: 'Not approved',
      state: 'failed',
      details: [...(statusReason ? [statusReason] : []), since],
    };
  if (BEFORE_APPROVAL.includes(status))
    return { role, name: 'Waits for the operator', state: 'waits', details: [since] };
  const by = approved && approved.actorName !== 'Operator' ? [approved.actorName] : [];
  const after = asked && approved ? [`after ${duration(between(asked, approved.createdAt))}`] : [];
  return { role, name: 'Operator', state: 'done', details: [...by, ...after], at: approved?.createdAt };
}

const said = (state: Progress): string => ({ PENDING: 'not yet', DONE: 'done', FAILED: 'failed' })[state];
