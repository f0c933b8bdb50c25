import { createGesture, type GestureDetail } from '@ionic/react';
import { isCovered } from './overlay/layers';

/** So far from the left edge of the screen a finger may come down, in CSS pixels. The amount's slider begins beyond it. */
const EDGE_PX = 30;
/** A finger this fast goes on by itself, in pixels a millisecond: as in Ionic's own gesture. It has to have come this far. */
const FAST = 0.2;
const FLICK_PX = 50;

/**
 * Calls `leave` when a finger swipes from the left edge over the page: fast, or beyond the middle. Ionic's own gesture is off: it
 * goes where its router thinks that the page was pushed from, which is not the header's way back (`back=0`, a page that was
 * replaced), and nowhere after a reload. Returns how to stop.
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
