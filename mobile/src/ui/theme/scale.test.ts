import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

describe.each(['src/ui/theme/theme.css', 'src/landing/landing.css'])('root font size in %s', (file) => {
  const css = readFileSync(file, 'utf8');

  /** The root's font size in px at a width, according to the style sheet, at the phone's default text size. */
  function rootAt(width: number): number {
    let size = 0;
    for (const [, end, at, value, unit] of css.matchAll(/(?:@media \((min|max)-width: (\d+)px\) \{\s*)?(?:html|:root) \{[^}]*?(?:font-size|--layout-unit): ([\d.]+)(vw|px)/g)) {
      const holds = end === undefined || (end === 'min' ? width >= Number(at) : width <= Number(at));
      if (holds) size = unit === 'vw' ? (Number(value) * width) / 100 : Number(value);
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
    // Ionic's unit is 16 px, the specification's is 100 px.
    expect((rootAt(width) * 100) / 16).toBeCloseTo(unit, 1);
  });

  it.each([188, 250, 319])('stays as large as on the narrowest screen when the page is zoomed to %s px', (width) => {
    expect(rootAt(width)).toBeCloseTo(rootAt(320), 2);
  });
});
