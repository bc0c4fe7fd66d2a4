import type { Address } from '../../api/addresses.ts';
import type { Mark, Tone } from '../../texts/statuses.ts';
import { ago, count, dayAndHour } from '../../ui/format.ts';
import { Lenticel } from '../../ui/lenticel.tsx';

type StepState = 'done' | 'now' | 'todo' | 'failed' | 'waits';

interface Step {
  role: string;
  name: string;
  state: StepState;
  details: readonly string[];
}

const MARKS: Record<StepState, { mark: Mark; tone?: Tone }> = {
  done: { mark: 'done', tone: 'done' },
  now: { mark: 'move', tone: 'move' },
  waits: { mark: 'wait', tone: 'wait' },
  failed: { mark: 'stop', tone: 'stop' },
  todo: { mark: 'unk' },
};
const LINES: Record<StepState, string> = {
  done: 'done',
  now: 'unk',
  waits: 'unk',
  todo: 'unk',
  failed: 'cut',
};

/** How far an address has come: approved, in the SMP, visible in DNS, in the directory. */
export function Registration({ address }: { address: Address }) {
  const steps = stepsOf(address);
  const { checkedAt } = address.registration;
  return (
    <>
      <ol className="way" aria-label="Registration on the network">
        {steps.map((step, i) => {
          const { mark, tone } = MARKS[step.state];
          return (
            <li key={step.role} className={`stop ${tone ? `t-${tone}` : 'unk'}`}>
              <Lenticel mark={mark} {...(tone ? { tone } : {})} />
              {i < steps.length - 1 && <span className={`seg-l ${LINES[step.state]}`} />}
              <p className="role">{step.role}</p>
              <p className="nm">{step.name}</p>
              {step.details.map((detail) => (
                <p key={detail}>{detail}</p>
              ))}
            </li>
          );
        })}
      </ol>
      {checkedAt && <p className="dimmer under">Looked at {ago(checkedAt)}.</p>}
    </>
  );
}

const BEFORE_APPROVAL = ['PENDING_APPROVAL', 'REJECTED'];

function stepsOf(address: Address): Step[] {
  const { status, registration, capabilities, publishedAt } = address;
  const { smp, sml, dns, directory } = registration;
  const receives = capabilities.filter(({ direction }) => direction !== 'SEND').length;
  const stateOf = (step: Progress): StepState => stateOfStep(step, status === 'REGISTERING');
  const inDns = together(sml, dns);
  return [
    approvalOf(address),
    {
      role: 'SMP',
      name: { DONE: 'Entry written', FAILED: 'Not written', PENDING: 'No entry yet' }[smp],
      state: stateOf(smp),
      details:
        smp === 'DONE'
          ? [count(receives, 'document type'), ...(publishedAt ? [`on ${dayAndHour(publishedAt)}`] : [])]
          : [],
    },
    {
      role: 'SML and DNS',
      name: { DONE: 'Visible in DNS', FAILED: 'Not visible', PENDING: 'Not visible yet' }[inDns],
      state: stateOf(inDns),
      details: inDns === 'DONE' ? ['DNS answers our SMP'] : [`SML ${said(sml)}, DNS ${said(dns)}`],
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
  return isUnderWay ? 'now' : 'todo';
}

function together(one: Progress, other: Progress): Progress {
  if (one === 'FAILED' || other === 'FAILED') return 'FAILED';
  return one === 'DONE' && other === 'DONE' ? 'DONE' : 'PENDING';
}

function approvalOf({ status, statusReason, statusChangedAt }: Address): Step {
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
  return { role, name: 'Operator', state: 'done', details: [] };
}

const said = (state: Progress): string => ({ PENDING: 'not yet', DONE: 'done', FAILED: 'failed' })[state];
