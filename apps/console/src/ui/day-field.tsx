import { useEffect, useId, useRef, useState } from 'react';
import { DAY_SHAPE, readDay, writtenDay } from './days.ts';
import { Icon } from './lenticel.tsx';

/** A day that a list begins or ends with. */
export function DayOfList(props: Omit<Parameters<typeof DayField>[0], 'id'>) {
  const id = useId();
  return (
    <span className="inline">
      <label htmlFor={id}>{props.label}</label>
      <DayField {...props} id={id} />
    </span>
  );
}

/** A day, written as it is where the browser is, with the browser's own calendar beside it. */
export function DayField(props: {
  id: string;
  /** What the calendar is of. */
  label: string;
  value: string | undefined;
  /** A day that was written whole, or nothing where all was taken away. */
  onDay: (day: string | undefined) => void;
  min?: string;
  max?: string;
  describedBy?: string;
}) {
  const { id, label, value = '', onDay, min, max, describedBy } = props;
  const [text, setText] = useState(value && writtenDay(value));
  const [isWrong, setWrong] = useState(false);
  const calendar = useRef<HTMLInputElement>(null);
  // Other signs for the same day stay as they were written.
  useEffect(
    () => setText((written) => (readDay(written) === value ? written : value && writtenDay(value))),
    [value],
  );
  const write = (words: string) => {
    setText(words);
    setWrong(false);
    const day = readDay(words);
    if (words === '' || isWithin(day, min, max)) onDay(day);
  };
  return (
    <span className="day-field">
      <input
        id={id}
        className="field"
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        placeholder={DAY_SHAPE}
        aria-invalid={isWrong || undefined}
        aria-describedby={describedBy}
        value={text}
        onChange={({ target }) => write(target.value)}
        onBlur={() => {
          const day = readDay(text);
          if (isWithin(day, min, max)) setText(writtenDay(day));
          else setWrong(text !== '');
        }}
      />
      <button type="button" aria-label={`Calendar: ${label}`} onClick={() => calendar.current?.showPicker()}>
        <Icon name="down" />
      </button>
      <input
        ref={calendar}
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        value={value}
        min={min}
        max={max}
        onChange={({ target }) => onDay(target.value || undefined)}
      />
    </span>
  );
}

const isWithin = (day: string | undefined, min = '', max = '9999'): day is string =>
  day !== undefined && day >= min && day <= max;
