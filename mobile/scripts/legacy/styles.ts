import type { AcceptedPlugin, Declaration } from 'postcss';
import presetEnv from 'postcss-preset-env';
import { LEGACY } from './floor.ts';

/** Rewrites CSS that the oldest browsers do not support: prefixes, logical sides, fallbacks of variables. */
export const legacyStyles: AcceptedPlugin[] = [
  presetEnv({ stage: 2, browsers: LEGACY, minimumVendorImplementations: 0, preserve: false, features: { 'custom-properties': false } }),
  { postcssPlugin: 'flatten', Declaration: flatten },
];

const SIDES: Record<string, [string, string]> = {
  'inset-inline': ['left', 'right'],
  'inset-block': ['top', 'bottom'],
};
const CORNERS: Record<string, string> = {
  'border-start-start-radius': 'border-top-left-radius',
  'border-start-end-radius': 'border-top-right-radius',
  'border-end-start-radius': 'border-bottom-left-radius',
  'border-end-end-radius': 'border-bottom-right-radius',
  'inset-inline-start': 'left',
  'inset-inline-end': 'right',
  'inset-block-start': 'top',
  'inset-block-end': 'bottom',
};

/** Replaces logical sides with physical ones. All languages of the product are written from left to right. */
function flatten(declaration: Declaration): void {
  const { prop } = declaration;
  if (/(?:min|max|clamp)\(/.test(declaration.value)) declaration.value = withoutMath(declaration.value);
  if (CORNERS[prop]) declaration.prop = CORNERS[prop];
  else if (prop === 'inset') spread(declaration, ['top', 'right', 'bottom', 'left']);
  else if (SIDES[prop]) spread(declaration, SIDES[prop]);
}

/** Splits a declaration of several sides into one per side, with the value order of `margin`. */
function spread(declaration: Declaration, sides: readonly string[]): void {
  const values = declaration.value.split(/\s+(?![^(]*\))/);
  sides.forEach((prop, index) => declaration.cloneBefore({ prop, value: values[index] ?? values[index - 2] ?? values[0]! }));
  declaration.remove();
}

/**
 * Replaces `clamp(a, b, c)` with b, and `min` and `max` with their first argument that is not a plain number: the value
 * that applies on most screens.
 */
function withoutMath(value: string): string {
  const found = /(?<![\w-])(min|max|clamp)\(/.exec(value);
  if (!found) return value;
  const begin = found.index + found[0].length;
  const args: string[] = [''];
  let depth = 0;
  let at = begin;
  for (; at < value.length; at += 1) {
    const sign = value[at]!;
    if (sign === ')' && depth === 0) break;
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (sign === ',' && depth === 0) args.push('');
    else args[args.length - 1] += sign;
  }
  const chosen = (found[1] === 'clamp' ? args[1] : args[0])!.trim();
  const math = /[-+*/]\s/.test(chosen) && !/^(?:calc|var)\(/.test(chosen) ? `calc(${chosen})` : chosen;
  return withoutMath(value.slice(0, found.index) + math + value.slice(at + 1));
}
