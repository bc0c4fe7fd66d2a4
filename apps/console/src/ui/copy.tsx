import type { ReactNode } from 'react';
import { copyText } from './copy-text.ts';
import { shortId } from './format.ts';
import { Icon } from './lenticel.tsx';
import { useBriefly } from './use-briefly.ts';

/** Copies, and whether that was just done. */
function useCopy(value: () => string): { isCopied: boolean; copy: () => Promise<void> } {
  const [isCopied = false, setCopied] = useBriefly<boolean>();
  return { isCopied, copy: async () => setCopied(await copyText(value())) };
}

/** A button that copies, and says that it did. */
export function Copy({ value, label }: { value: string; label: string }) {
  const { isCopied, copy } = useCopy(() => value);
  return (
    <button type="button" className="copy" aria-label={isCopied ? 'Copied' : label} onClick={copy}>
      {isCopied ? 'Copied' : <Icon name="copy" />}
      <Said isCopied={isCopied} />
    </button>
  );
}

/** The same in words. */
export function CopyButton(props: { value: () => string; className?: string; children: ReactNode }) {
  const { value, className = '', children } = props;
  const { isCopied, copy } = useCopy(value);
  return (
    <button type="button" className={`btn ${className}`.trim()} onClick={copy}>
      {isCopied ? 'Copied' : children}
      <Said isCopied={isCopied} />
    </button>
  );
}

/** The same for who does not see it, where one is: nothing outside a dialog is heard while it stands. */
function Said({ isCopied }: { isCopied: boolean }) {
  return (
    <span className="sr" aria-live="polite">
      {isCopied ? 'Copied' : ''}
    </span>
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
