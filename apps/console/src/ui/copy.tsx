import { useState } from 'react';
import { shortId } from './format.ts';
import { Icon } from './lenticel.tsx';

/** A button that copies, and says that it did. */
export function Copy({ value, label }: { value: string; label: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <button type="button" className="copy" aria-label={copied ? 'Copied' : label} onClick={copy}>
      <Icon name="copy" />
      <span className="sr" aria-live="polite">
        {copied ? 'Copied' : ''}
      </span>
    </button>
  );
}

/** An id: short to read, whole to copy. */
export function Id({ value }: { value: string }) {
  return (
    <span className="id" title={value}>
      {shortId(value)}
      <Copy value={value} label={`Copy ${value}`} />
    </span>
  );
}
