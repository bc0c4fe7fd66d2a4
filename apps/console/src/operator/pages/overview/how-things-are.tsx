import { count, number } from '../../../ui/format.ts';
import { span } from '../../../ui/when.ts';
import type { Overview } from '../../api/types.ts';

/** How things are, in a sentence or two. */
export function HowThingsAre({ overview }: { overview: Overview }) {
  const { flow, jobs } = overview;
  const isBusy = flow.sentLastMinute + flow.receivedLastMinute > 0;
  const [sent, received, per] = isBusy
    ? [flow.sentLastMinute, flow.receivedLastMinute, 'within the last minute']
    : [flow.sentLastHour, flow.receivedLastHour, 'within the last hour'];
  const needs = needsOf(overview);
  return (
    <>
      <b>{number(sent)}</b> {sent === 1 ? 'document' : 'documents'} out and <b>{number(received)}</b> in {per}
      {jobs.due > 0 ? (
        <>
          , oldest job <b>{span(jobs.oldestSeconds * 1000)}</b>
        </>
      ) : (
        ', no job waits'
      )}
      . {needs.length === 0 ? 'Nothing needs you.' : sentence(needs)}
    </>
  );
}

function needsOf({ approvals, circuitsOpen, certificates, stuck, jobs }: Overview): string[] {
  const renew = certificates.filter(({ state }) => state !== 'OK').length;
  const failing = jobs.failing + jobs.ended;
  return [
    approvals.count > 0 && count(approvals.count, 'address waits for you', 'addresses wait for you'),
    circuitsOpen > 0 &&
      count(
        circuitsOpen,
        'receiver’s access point does not answer',
        'receivers’ access points do not answer',
      ),
    stuck.count > 0 && count(stuck.count, 'document is stuck', 'documents are stuck'),
    renew > 0 && count(renew, 'certificate needs renewing', 'certificates need renewing'),
    failing > 0 && count(failing, 'job fails', 'jobs fail'),
  ].filter((need) => need !== false);
}

const LIST = new Intl.ListFormat('en-GB', { type: 'conjunction' });
const sentence = (needs: readonly string[]): string => `${LIST.format(needs)}.`;
