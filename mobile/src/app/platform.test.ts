import { afterEach, expect, it, vi } from 'vitest';
import { isDesktopPlatform } from './platform';

afterEach(() => vi.restoreAllMocks());

// spec: 6.desktop, 1.desktop
it.each([
  ['Win32', 0, true],
  ['Windows', 0, true],
  ['Win32', 10, true],
  ['MacIntel', 0, true],
  ['MacIntel', 5, false],
  ['iPhone', 5, false],
  ['Linux armv8l', 5, false],
  ['Linux x86_64', 0, false],
])('the platform %s with %i touch points is a desktop: %s', (platform, fingers, desktop) => {
  vi.spyOn(navigator, 'platform', 'get').mockReturnValue(platform);
  Object.defineProperty(navigator, 'maxTouchPoints', { value: fingers, configurable: true });
  expect(isDesktopPlatform()).toBe(desktop);
});
