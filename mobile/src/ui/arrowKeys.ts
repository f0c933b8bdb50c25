import type { KeyboardEvent } from 'react';

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/**
 * Keyboard navigation required for the roles tab and option: arrow keys move to the next or previous element and wrap
 * around; Home and End go to the first and last. Attach it to the container. With `chosen`, the new element is also
 * pressed, as for tabs.
 */
export function arrowKeys(role: 'tab' | 'option', chosen = false) {
  return (event: KeyboardEvent<HTMLElement>): void => {
    const all = Array.from(event.currentTarget.querySelectorAll<HTMLElement>(`[role="${role}"]:not([disabled])`));
    const at = all.indexOf(document.activeElement as HTMLElement);
    const step = STEPS[event.key];
    const next = event.key === 'Home' ? all[0] : event.key === 'End' ? all[all.length - 1] : step && at >= 0 ? all[(at + step + all.length) % all.length] : undefined;
    if (!next || at < 0) return;
    event.preventDefault();
    next.focus();
    if (chosen) next.click();
  };
}
