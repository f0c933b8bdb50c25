import { createGesture, type GestureDetail } from '@ionic/react';
import { isCovered } from './overlay/layers';

/** The swipe must start within this distance from the left edge, in CSS pixels. The amount slider begins beyond it. */
const EDGE_PX = 30;
/**
 * A swipe at least this fast (pixels per millisecond, as in Ionic's own gesture) counts, if it has covered FLICK_PX.
 */
const FAST = 0.2;
const FLICK_PX = 50;

/**
 * Calls `leave` when a finger swipes from the left edge over the page, either fast or past the middle. Returns a
 * function that stops this. Ionic's own gesture is off: it goes to the page from which its router believes this one was
 * pushed, which differs from the header's back button (`back=0`, a replaced page), and it does nothing after a reload.
 */
export function onSwipeBack(page: HTMLElement, leave: () => void): () => void {
  const gesture = createGesture({
    el: page,
    gestureName: 'swipe-back',
    gesturePriority: 101,
    canStart: ({ startX }: GestureDetail) => startX <= EDGE_PX && !isCovered(),
    onEnd: ({ deltaX, velocityX }: GestureDetail) => {
      if (deltaX > FLICK_PX && (velocityX > FAST || (velocityX >= 0 && deltaX > window.innerWidth / 2))) leave();
    },
  });
  gesture.enable();
  return () => gesture.destroy();
}
