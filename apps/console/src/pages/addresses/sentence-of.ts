import type { Address } from '../../api/addresses.ts';
import { typeName } from '../../ui/format.ts';
import { dayAndHour } from '../../ui/when.ts';

const LIST = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** One sentence on how things are with an address. */
export function sentenceOf(address: Address): string {
  const { name, status, statusReason, statusChangedAt, capabilities } = address;
  const since = dayAndHour(statusChangedAt);
  switch (status) {
    case 'PENDING_APPROVAL':
      return `${name}. It has waited for the operator since ${since}, and cannot send or be found yet.`;
    case 'REJECTED':
      return `${name}. ${statusReason ?? 'The operator did not approve it.'} Change it, and it is asked again.`;
    case 'READY':
      return capabilities.length === 0
        ? `${name}. Approved. Add what it shall send or receive.`
        : `${name}. It can send. It is not published, as it receives nothing.`;
    case 'REGISTERING':
      return `${name}. It is being entered so that others find it; that takes minutes, at most 24 hours.`;
    case 'ACTIVE':
      return `${name}. Others find it and can send it ${received(address)}.`;
    case 'SUSPENDED':
      return `${name}. ${statusReason ?? ''} It neither sends nor receives for now; ask the operator.`;
    case 'DEACTIVATING':
      return `${name}. Its entries are being removed.`;
    case 'DEACTIVATED':
      return `${name}. It is no longer on the network through us, since ${since}.`;
    case 'ERROR':
      return `${name}. The registration stopped: ${statusReason ?? 'the reason is not known.'}`;
  }
}

function received({ capabilities }: Address): string {
  const names = capabilities
    .filter(({ direction }) => direction !== 'SEND')
    .map(({ type }) => manyOf(typeName(type).toLowerCase()));
  if (names.length === 0) return 'nothing';
  return LIST.format(names);
}

/** `invoices`, `despatch advices`, `punch outs`. */
const manyOf = (name: string): string => (name.includes(':') ? name : `${name}s`);
