import { Menu } from '@base-ui/react/menu';

export interface Act {
  label: string;
  act: () => void;
  isBad?: boolean;
  /** Why it cannot be done now. */
  not?: string | undefined;
}

/** What else can be done with a row. */
export function ActsMenu({ label, acts }: { label: string; acts: readonly Act[] }) {
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className="btn sm ghost" aria-label={label}>
        ⋯
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={4} className="menu-place">
          <Menu.Popup className="menu">
            {acts.map(({ label: name, act, isBad, not }) => (
              <Menu.Item
                key={name}
                className={isBad ? 'bad' : ''}
                disabled={not !== undefined}
                onClick={() => not === undefined && act()}
              >
                {name}
                {not && <small>{not}</small>}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
