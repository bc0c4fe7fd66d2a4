import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';

/** How long one may pause while typing before the list follows. */
const PAUSE_MS = 300;

/**
 * Words that narrow a list. They stand in the address; the list follows when one pauses, unless one has followed a link
 * meanwhile: where that leads may still be on its way.
 */
export function WordsField(props: { label: string; value: string; onWords: (words: string) => void }) {
  const { label, value, onWords } = props;
  const [words, setWords] = useState(value);
  const router = useRouter();
  const follow = useEffectEvent(onWords);
  useEffect(() => setWords(value), [value]);
  useEffect(() => {
    if (words === value) return;
    const { pathname } = router.latestLocation;
    const timer = setTimeout(() => {
      if (router.latestLocation.pathname === pathname) follow(words);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words, value, router]);
  return (
    <input
      className="field"
      type="search"
      maxLength={64}
      placeholder={label}
      aria-label={label}
      value={words}
      onChange={({ target }) => setWords(target.value)}
    />
  );
}
