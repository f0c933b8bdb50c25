import { addBackStep } from '@/lib/nav/overlayEntry';

/**
 * A popup over the page. Opening it moves the focus into it. Escape, the backdrop, its button and the browser's back
 * close it.
 */
export interface Popup {
  open: (focus: HTMLElement) => void;
  close: () => void;
  isOpen: () => boolean;
}

/** Turns an element into a popup. `onClose` is called on every closing. */
export function popupOf(node: HTMLElement, onClose: () => void): Popup {
  let before: HTMLElement | null = null;
  let gone = () => {};
  const close = () => {
    if (node.hidden) return;
    node.hidden = true;
    gone();
    document.body.style.overflow = '';
    onClose();
    before?.focus();
  };
  node.addEventListener('click', (event) => {
    const target = event.target as HTMLElement;
    if (target === node || target.closest('[data-close]')) close();
  });
  node.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
    if (event.key === 'Tab') keepInside(node, event);
  });
  return {
    open: (focus) => {
      if (node.hidden) {
        before = document.activeElement as HTMLElement | null;
        gone = addBackStep(close);
      }
      node.hidden = false;
      document.body.style.overflow = 'hidden';
      focus.focus();
    },
    close,
    isOpen: () => !node.hidden,
  };
}

function keepInside(node: HTMLElement, event: KeyboardEvent): void {
  const all = Array.from(node.querySelectorAll<HTMLElement>('button:not([disabled]), input, a[href]'));
  const edge = event.shiftKey ? all[0] : all[all.length - 1];
  if (document.activeElement !== edge) return;
  event.preventDefault();
  (event.shiftKey ? all[all.length - 1] : all[0])?.focus();
}
