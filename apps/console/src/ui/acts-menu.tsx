import { type KeyboardEvent, type ToggleEvent, useId, useRef } from 'react';
import { placeAfter } from './keys.ts';

export interface Act {
  label: string;
  act: () => void;
  isBad?: boolean;
  /** Why it cannot be done now. */
  not?: string | undefined;
}

/**
 * What else can be done with a row, behind a button: arrows, Home, End and first letters move, Escape and Tab close. It is
 * a popover of the browser, which opens and closes it, gives the focus back, and lets nothing lie over it.
 */
export function ActsMenu({ label, acts }: { label: string; acts: readonly Act[] }) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const open = useRef<AbortController>(undefined);
  const onBeforeToggle = ({ currentTarget: menu, newState }: ToggleEvent<HTMLDivElement>) => {
    open.current?.abort();
    if (newState === 'closed') return;
    open.current = new AbortController();
    const { signal } = open.current;
    const follow = () => opener.current && place(menu, opener.current);
    // Its size is known once it stands, and nothing has been painted by then.
    requestAnimationFrame(() => {
      follow();
      itemsOf(menu)[0]?.focus();
    });
    addEventListener('resize', follow, { signal });
    addEventListener('scroll', follow, { signal, capture: true, passive: true });
  };
  return (
    <>
      <button
        type="button"
        ref={opener}
        className="btn sm ghost"
        aria-label={label}
        aria-haspopup="menu"
        popoverTarget={id}
        onKeyDown={({ key, currentTarget }) => key === 'ArrowDown' && currentTarget.click()}
      >
        ⋯
      </button>
      <div
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className="menu"
        onBeforeToggle={onBeforeToggle}
        onKeyDown={move}
      >
        {acts.map(({ label: name, act, isBad, not }) => (
          <button
            key={name}
            type="button"
            role="menuitem"
            tabIndex={-1}
            className={isBad ? 'bad' : ''}
            aria-disabled={not !== undefined || undefined}
            onClick={({ currentTarget }) => {
              if (not !== undefined) return;
              currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
              act();
            }}
          >
            {name}
            {not && <small>{not}</small>}
          </button>
        ))}
      </div>
    </>
  );
}

const itemsOf = (menu: HTMLElement): readonly HTMLElement[] => [
  ...menu.querySelectorAll<HTMLElement>('[role="menuitem"]'),
];

function move(event: KeyboardEvent<HTMLDivElement>): void {
  const { key, currentTarget: menu } = event;
  if (key === 'Tab') {
    menu.hidePopover();
    return;
  }
  const items = itemsOf(menu);
  const at = items.findIndex((item) => item === document.activeElement);
  const to = placeAfter(key, at, items.length);
  const next = to === undefined ? startingWith(key, items, at) : items.at(to % items.length);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function startingWith(letter: string, items: readonly HTMLElement[], at: number): HTMLElement | undefined {
  if (letter.trim().length !== 1) return undefined;
  return [...items.slice(at + 1), ...items.slice(0, at + 1)].find(({ textContent }) =>
    textContent.toLowerCase().startsWith(letter.toLowerCase()),
  );
}

/** How far it stays from the edges of the window. */
const EDGE = 8;
const GAP = 4;

/** Below its button and as far right as that, or above where there is no room. */
function place(menu: HTMLElement, opener: HTMLElement): void {
  const { top, bottom, right } = opener.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = menu;
  const left = Math.min(right, innerWidth - EDGE) - offsetWidth;
  const isRoomBelow = bottom + GAP + offsetHeight <= innerHeight - EDGE;
  menu.style.left = `${Math.max(EDGE, left)}px`;
  menu.style.top = `${isRoomBelow ? bottom + GAP : Math.max(EDGE, top - GAP - offsetHeight)}px`;
}
