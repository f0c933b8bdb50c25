import { render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { KeyboardInset } from './KeyboardInset';

afterEach(() => {
  vi.unstubAllGlobals();
  document.documentElement.classList.remove('cramped');
  document.documentElement.style.removeProperty('--keyboard');
});

it('sets --keyboard for a keyboard, but not for a pinch zoom or browser bars', () => {
  const view = Object.assign(new EventTarget(), { height: 640, offsetTop: 0, scale: 1 });
  vi.stubGlobal('visualViewport', view);
  vi.stubGlobal('innerHeight', 640);
  render(<KeyboardInset />);
  const inset = (now: Partial<typeof view>) => {
    Object.assign(view, { height: 640, offsetTop: 0, scale: 1 }, now).dispatchEvent(new Event('resize'));
    return document.documentElement.style.getPropertyValue('--keyboard');
  };
  expect(inset({ height: 380 })).toBe('260px');
  expect(inset({ height: 320, scale: 2 })).toBe('0px');
  expect(inset({ height: 320, scale: 2, offsetTop: 106 })).toBe('0px');
  expect(inset({ height: 190, scale: 2 })).toBe('260px');
  expect(inset({ height: 560 })).toBe('0px');
});

it('sets the class cramped for a keyboard in landscape, but not for a pinch zoom', () => {
  const view = Object.assign(new EventTarget(), { height: 360, offsetTop: 0, scale: 1 });
  vi.stubGlobal('visualViewport', view);
  vi.stubGlobal('innerHeight', 360);
  render(<KeyboardInset />);
  const cramped = (height: number, scale = 1) => {
    Object.assign(view, { height, scale }).dispatchEvent(new Event('resize'));
    return document.documentElement.classList.contains('cramped');
  };
  expect([cramped(360), cramped(160), cramped(180, 2), cramped(308)]).toEqual([false, true, false, false]);
});
