import { afterEach, describe, expect, it, vi } from 'vitest';
import { followTextSize } from './textSize';

/** A device with this body text size; `touch` distinguishes a phone from a Mac. */
function onDevice(bodyText: string, { apple = true, touch = 5 } = {}) {
  vi.stubGlobal('CSS', { supports: () => apple });
  vi.stubGlobal('navigator', { maxTouchPoints: touch });
  vi.stubGlobal('getComputedStyle', () => ({ fontSize: bodyText }));
}

const scale = () => document.documentElement.style.getPropertyValue('--text-scale');

describe('followTextSize', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    document.documentElement.removeAttribute('style');
  });

  it('uses the text size of the system, within the limits of the pages', () => {
    for (const [bodyText, wanted] of [['17px', '1'], ['20.4px', '1.2'], ['28px', '1.647'], ['53px', '2'], ['14px', '0.9']] as const) {
      onDevice(bodyText);
      followTextSize();
      expect(Number(scale())).toBeCloseTo(Number(wanted));
    }
    expect(document.querySelector('span')).toBeNull();
  });

  it('measures again when the page becomes visible', () => {
    onDevice('17px');
    followTextSize();
    onDevice('19px');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(Number(scale())).toBeCloseTo(19 / 17);
  });

  it('does nothing on other systems and on a Mac', () => {
    onDevice('13px', { touch: 0 });
    followTextSize();
    onDevice('20px', { apple: false });
    followTextSize();
    expect(scale()).toBe('');
  });
});
