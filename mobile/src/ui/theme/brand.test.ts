import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contrastOf, deriveBrand } from './brand';

describe('deriveBrand', () => {
  it('keeps a colour that is readable', () => {
    expect(deriveBrand('#0B6E4F').brand).toBe('#0B6E4F');
  });

  it.each(['#0B6E4F', '#FFD400', '#FFFFFF', '#7FE0C0', '#E53935', '#1E88E5', '#000000', '#F7931E'])(
    'makes %s readable as text, as button, as pressed button and as tint behind text',
    (themeColor) => {
      const { brand, press, tint, on } = deriveBrand(themeColor);
      expect(contrastOf(brand, '#FFFFFF')).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(brand, '#F5F7F4')).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(brand, on)).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf(press, on)).toBeGreaterThanOrEqual(4.5);
      expect(contrastOf('#14211B', tint)).toBeGreaterThanOrEqual(7);
    },
  );

  it('falls back to the default colour if the configured value is not a colour', () => {
    expect(deriveBrand('green').brand).toBe('#0B6E4F');
  });
});

describe('fixed palette', () => {
  it.each([
    ['#14211B', '#F5F7F4'],
    ['#55635C', '#F5F7F4'],
    ['#55635C', '#FFFFFF'],
    ['#137A4B', '#FFFFFF'],
    ['#B25E09', '#FFFFFF'],
    ['#B3261E', '#F5F7F4'],
  ])('%s is readable on %s', (ink, paper) => {
    expect(contrastOf(ink, paper)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['src/ui/theme/theme.css', 'src/landing/landing.css'])('has a visible line around controls in %s', (file) => {
    const [, line] = /--field-line: (#\w+);/.exec(readFileSync(file, 'utf8'))!;
    for (const paper of ['#FFFFFF', '#F5F7F4']) expect(contrastOf(line!, paper)).toBeGreaterThanOrEqual(3);
  });
});
