import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import type { Mark, Tone } from '../texts/statuses.ts';
import { announce } from './announce.tsx';
import { copyText } from './copy-text.ts';
import { placeAfter } from './keys.ts';
import { Icon, Lenticel } from './lenticel.tsx';
import { useEnter } from './use-enter.ts';

export interface Choice {
  key: string;
  label: ReactNode;
  detail?: ReactNode;
  aside?: ReactNode;
  mark?: { mark: Mark; tone?: Tone };
  /** What Alt and Enter copies. */
  copies?: string;
  /** Where it leads, for a new tab. */
  href?: string;
  pick: () => void;
}
export interface ChoiceGroup {
  title: string;
  choices: readonly Choice[];
}

/** One field, and what fits it below: arrows move, Enter picks, a new tab with ⌘, a copy with ⌥. */
export function Choices(props: {
  label: string;
  placeholder: string;
  find: (words: string) => readonly ChoiceGroup[];
  onWords?: (words: string) => void;
  /** What is found answers earlier words than those that stand there. */
  isLate?: boolean;
  close: () => void;
  foot?: ReactNode;
}) {
  const { label, placeholder, find, onWords, isLate = false, close, foot } = props;
  const [words, setWords] = useState('');
  const [at, setAt] = useState(0);
  const id = useId();
  const groups = find(words).filter(({ choices }) => choices.length > 0);
  const all = groups.flatMap(({ choices }) => choices);
  const chosen = all[Math.min(at, all.length - 1)];
  const move = (to: number) => {
    const next = (to + all.length) % Math.max(1, all.length);
    setAt(next);
    document.getElementById(`${id}-${all[next]?.key}`)?.scrollIntoView({ block: 'nearest' });
  };
  const { enter, takeBack } = useEnter(isLate, (how: Modified) => chosen && take(chosen, how, close));
  const onKey = (event: KeyboardEvent) => {
    const to = placeAfter(event.key, at, all.length);
    if (to !== undefined) move(to);
    else if (event.key === 'Enter') enter(event.nativeEvent);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className="q">
        <Icon name="find" />
        <input
          // biome-ignore lint/a11y/noAutofocus: the dialog is this field
          autoFocus
          role="combobox"
          aria-label={label}
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen ? `${id}-${chosen.key}` : undefined}
          aria-autocomplete="list"
          placeholder={placeholder}
          maxLength={200}
          value={words}
          onChange={({ target }) => {
            setWords(target.value);
            setAt(0);
            takeBack();
            onWords?.(target.value);
          }}
          onKeyDown={onKey}
        />
        <kbd>esc</kbd>
      </div>
      <div className="found" role="listbox" id={`${id}-list`} aria-label={label}>
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of a listbox
          <div key={group.title} role="group" aria-labelledby={`${id}-g-${group.title}`}>
            <p className="h4" id={`${id}-g-${group.title}`} role="presentation">
              {group.title}
            </p>
            {group.choices.map((choice) => (
              <Option
                key={choice.key}
                id={`${id}-${choice.key}`}
                choice={choice}
                isAt={choice === chosen}
                close={close}
              />
            ))}
          </div>
        ))}
      </div>
      {all.length === 0 && <p className="none">{words ? 'Nothing fits.' : ''}</p>}
      {foot && <div className="ft">{foot}</div>}
    </>
  );
}

function Option(props: { id: string; choice: Choice; isAt: boolean; close: () => void }) {
  const { id, choice, isAt, close } = props;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus, and names the option that is chosen
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the field
    <div
      id={id}
      role="option"
      aria-selected={isAt}
      className="option"
      onClick={(event) => take(choice, event, close)}
    >
      {choice.mark ? <Lenticel {...choice.mark} /> : <span />}
      <span>
        {choice.label}
        {choice.detail && <small>{choice.detail}</small>}
      </span>
      <span className="dimmer">{choice.aside}</span>
    </div>
  );
}

interface Modified {
  metaKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
}

function take(choice: Choice, { metaKey, ctrlKey, altKey }: Modified, close: () => void): void {
  if (altKey && choice.copies) {
    close();
    void copyText(choice.copies).then((isDone) => isDone && announce('Copied'));
  } else if ((metaKey || ctrlKey) && choice.href) window.open(choice.href, '_blank', 'noopener');
  else choice.pick();
}
