import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode, RefObject } from 'react';

/**
 * A sheet over the page: it holds the focus, closes by Escape, and gives the focus back. What cannot be undone asks with
 * `isFirm`: neither Escape nor a click beside it closes that.
 */
export function Dialog(props: {
  title: ReactNode;
  close: () => void;
  children: ReactNode;
  className?: string;
  hidesTitle?: boolean;
  isFirm?: boolean;
  /** What has the focus at first; the first that can have it, otherwise. */
  focus?: RefObject<HTMLElement | null>;
}) {
  const { title, close, children, className = '', hidesTitle, isFirm, focus } = props;
  return (
    <Base.Root
      open
      onOpenChange={(isOpen, { reason }) => {
        if (isOpen || (isFirm && (reason === 'escape-key' || reason === 'outside-press'))) return;
        close();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup className={`sheet ${className}`} {...(focus ? { initialFocus: focus } : {})}>
          <Base.Title className={hidesTitle ? 'sr' : ''}>{title}</Base.Title>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
