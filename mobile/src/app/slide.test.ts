import { afterEach, expect, it, vi } from 'vitest';
import { slide } from './slide';

afterEach(() => vi.unstubAllGlobals());

const moves = (direction: 'forward' | 'back') => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  const [enteringEl, leavingEl] = [document.createElement('div'), document.createElement('div')];
  const parts = slide(null, { direction, enteringEl, leavingEl }).childAnimations;
  return parts.map((part) => part.getKeyframes().map((frame) => String(frame.transform)));
};

// spec: 2.transitions
it('slides left on the way forward and right on the way back', () => {
  expect(moves('forward')).toEqual([['translateX(100%)', 'translateX(0)'], ['translateX(0)', 'translateX(-28%)']]);
  expect(moves('back')).toEqual([['translateX(-28%)', 'translateX(0)'], ['translateX(0)', 'translateX(100%)']]);
});
