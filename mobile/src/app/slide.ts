import { createAnimation, type Animation } from '@ionic/react';

const FORWARD_MS = 240;

interface SlideOptions {
  direction?: 'forward' | 'back';
  enteringEl: HTMLElement;
  leavingEl?: HTMLElement;
}

/**
 * Pages slide left when going forward and right when going back. There is no animation if the user prefers reduced
 * motion.
 */
export function slide(_base: unknown, { direction, enteringEl, leavingEl }: SlideOptions): Animation {
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const back = direction === 'back';
  const all = createAnimation()
    .duration(still ? 1 : FORWARD_MS)
    .easing('cubic-bezier(0.3, 0.7, 0.2, 1)');

  const entering = createAnimation()
    .addElement(enteringEl)
    .beforeRemoveClass('ion-page-invisible')
    .beforeStyles({ 'z-index': back ? '99' : '101' })
    .fromTo('transform', back ? 'translateX(-28%)' : 'translateX(100%)', 'translateX(0)');
  all.addAnimation(entering);

  if (leavingEl) {
    const leaving = createAnimation()
      .addElement(leavingEl)
      .beforeStyles({ 'z-index': back ? '101' : '99' })
      .fromTo('transform', 'translateX(0)', back ? 'translateX(100%)' : 'translateX(-28%)')
      .afterClearStyles(['transform', 'z-index']);
    all.addAnimation(leaving);
  }
  entering.afterClearStyles(['transform', 'z-index']);
  return all;
}
