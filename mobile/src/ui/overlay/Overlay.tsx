import { useEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { classes } from '../classes';
import { useOverlayBack } from './backStack';
import styles from './Overlay.module.css';
import { countLayers } from './layers';
import { useFocusTrap } from './useFocusTrap';
import { useMovingPress } from './useMovingPress';

interface OverlayProps {
  open: boolean;
  /** Called on the back key, the Escape key or a tap outside. If undefined, only the content can close the overlay. */
  onClose?: (() => void) | undefined;
  label: string;
  /** sheet: attached to the bottom edge. box: centred. */
  shape: 'sheet' | 'box';
  role?: 'dialog' | 'alertdialog';
  children: ReactNode;
}

/** A layer over a page. It slides in and out, traps the focus, and closes on the back key. */
export function Overlay({ open, onClose, ...rest }: OverlayProps) {
  const [shown, setShown] = useState(open);
  if (open && !shown) setShown(true);
  useOverlayBack(open, () => onClose?.());
  if (!shown) return null;
  return createPortal(<Layer {...rest} leaving={!open} onClose={onClose} onGone={() => setShown(false)} />, document.body);
}

interface LayerProps extends Omit<OverlayProps, 'open'> {
  leaving: boolean;
  onGone: () => void;
}

const CLOSING_MS = 200;

function Layer({ leaving, onGone, onClose, label, shape, role = 'dialog', children }: LayerProps) {
  const box = useRef<HTMLDivElement>(null);
  const press = useMovingPress();
  useEffect(() => {
    countLayers(1);
    return () => countLayers(-1);
  }, []);
  useFocusTrap(box, () => onClose?.());
  // If the focused element was removed, the focus moves to the overlay; otherwise it would be on the page below.
  useEffect(() => {
    if (!leaving && document.activeElement === document.body) box.current?.focus({ preventScroll: true });
  });
  useEffect(() => {
    if (!leaving) return undefined;
    const timer = setTimeout(onGone, CLOSING_MS);
    return () => clearTimeout(timer);
  }, [leaving, onGone]);
  return (
    <div className={classes(styles.layer, styles[shape], leaving && styles.leaving)} {...press}>
      <div className={styles.shade} onClick={onClose} aria-hidden="true" />
      <div ref={box} className={styles.panel} role={role} aria-modal="true" aria-label={label} tabIndex={-1}>
        {children}
      </div>
    </div>
  );
}
