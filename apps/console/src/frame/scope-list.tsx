import { useNavigate } from '@tanstack/react-router';
import { Choices } from '../ui/choices.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { number } from '../ui/format.ts';

interface Company {
  id: string;
  name: string;
  identifier: string;
}

/** How many are offered before one types. */
const SHOWN = 50;

/** Chooses the company that the whole console is narrowed to. */
export function ScopeList(props: {
  companies: readonly Company[];
  scope: string | undefined;
  close: () => void;
}) {
  const { companies, scope, close } = props;
  const navigate = useNavigate();
  const choose = (company: string | undefined) => {
    close();
    void navigate({ to: '.', search: (search) => ({ ...search, company }) });
  };
  return (
    <Dialog title="Company" close={close} className="pals" hidesTitle>
      <Choices
        label="Company"
        placeholder="Name or identifier of a company"
        find={(words) => {
          const asked = words.trim().toLowerCase();
          const fit = companies.filter(
            ({ name, identifier }) =>
              name.toLowerCase().includes(asked) || identifier.toLowerCase().includes(asked),
          );
          return [
            {
              title: asked ? `${number(fit.length)} of ${number(companies.length)}` : 'Everything',
              choices: [
                ...(asked
                  ? []
                  : [{ key: 'all', label: 'All companies', detail: '', pick: () => choose(undefined) }]),
                ...fit.slice(0, SHOWN).map(({ id, name, identifier }) => ({
                  key: id,
                  label: name,
                  detail: identifier,
                  aside: id === scope ? 'chosen' : '',
                  pick: () => choose(id),
                })),
              ],
            },
          ];
        }}
        close={close}
      />
    </Dialog>
  );
}
