import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const css = readFileSync('src/ui/theme/theme.css', 'utf8');

/** The root's font size in px at a width, by the style sheet's own rules. */
function rootAt(width: number): number {
  let size = 0;
  for (const [, from, value, unit] of css.matchAll(/(?:@media \(min-width: (\d+)px\) \{\s*)?html \{\s*font-size: ([\d.]+)(vw|px)/g)) {
    if (from === undefined || width >= Number(from)) size = unit === 'vw' ? (Number(value) * width) / 100 : Number(value);
  }
  return size;
}

// spec: 9.root-scale
it.each([
  [320, 85.33],
  [375, 100],
  [412, 109.87],
  [449, 119.73],
  [450, 120],
  [768, 120],
  [1024, 120],
  [1025, 120],
  [1440, 120],
])("on a screen of %s px the specification's unit is %s px", (width, unit) => {
  // Ionic counts in 16 px, the specification in 100 px.
  expect((rootAt(width) * 100) / 16).toBeCloseTo(unit, 1);
});
