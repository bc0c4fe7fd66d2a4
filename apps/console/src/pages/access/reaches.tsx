import { useCompanyName } from '../../api/account.ts';
import { number } from '../../ui/format.ts';

/** So many companies are named; the others are counted. */
const NAMED = 3;

/** Which companies somebody or something reaches. */
export function Reaches({ companyIds }: { companyIds: readonly string[] | 'all' }) {
  const companyName = useCompanyName();
  if (companyIds === 'all') return 'every company';
  const names = companyIds.map((id) => companyName(id) || 'a company');
  const more = names.length - NAMED;
  return more > 0 ? `${names.slice(0, NAMED).join(', ')} and ${number(more)} more` : names.join(', ');
}
