/** The canvas colour. Brand text must be readable on it and on white. */
const CANVAS = '#F5F7F4';
const INK = '#14211B';
const WHITE = '#FFFFFF';
const DEFAULT_BRAND = '#0B6E4F';
/** The WCAG AA contrast for text. */
const AA = 4.5;

type Rgb = [number, number, number];

/** The colours derived from a product's themeColor. */
export interface Brand {
  /** Readable as text on white and on the canvas, and as a filled button. */
  brand: string;
  /** For pressed or hovered buttons. */
  press: string;
  /** A light tint, for surfaces. */
  tint: string;
  /** The border of tinted surfaces. */
  line: string;
  /** The text colour on the brand colour. */
  on: string;
}

/** Derives the brand colours. A themeColor that is too light is darkened until it passes AA. */
export function deriveBrand(themeColor: string): Brand {
  let brand = parse(themeColor) ?? parse(DEFAULT_BRAND)!;
  while (contrast(brand, parse(CANVAS)!) < AA) brand = mix(brand, [0, 0, 0], 0.06);
  const on = contrast(brand, parse(WHITE)!) >= AA ? WHITE : INK;
  return {
    brand: hex(brand),
    press: hex(mix(brand, [0, 0, 0], 0.16)),
    tint: hex(mix(brand, [255, 255, 255], 0.91)),
    line: hex(mix(brand, [255, 255, 255], 0.72)),
    on,
  };
}

/** Sets the derived colours as custom properties of the document. */
export function applyBrand(themeColor: string): void {
  const derived = deriveBrand(themeColor);
  const { style } = document.documentElement;
  style.setProperty('--brand', derived.brand);
  style.setProperty('--brand-press', derived.press);
  style.setProperty('--brand-tint', derived.tint);
  style.setProperty('--brand-line', derived.line);
  style.setProperty('--brand-on', derived.on);
}

/** The WCAG contrast of two colours, 1 to 21. */
export function contrastOf(first: string, second: string): number {
  return contrast(parse(first)!, parse(second)!);
}

function parse(color: string): Rgb | null {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color);
  return match && [parseInt(match[1]!, 16), parseInt(match[2]!, 16), parseInt(match[3]!, 16)];
}

function hex(rgb: Rgb): string {
  return `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`.toUpperCase();
}

function mix(from: Rgb, to: Rgb, part: number): Rgb {
  return [0, 1, 2].map((index) => from[index]! + (to[index]! - from[index]!) * part) as Rgb;
}

function contrast(first: Rgb, second: Rgb): number {
  const [light, dark] = [luminance(first), luminance(second)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((part) => {
    const value = part / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
