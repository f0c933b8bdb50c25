import postcss, { type AcceptedPlugin } from 'postcss';
import type { Plugin } from 'vite';

/** Matches a style sheet: a selector or at-rule, a brace, a declaration. */
const SHEET = /^\s*(?:@charset[^;]*;)?\s*[:.#@a-z*[][^{}]*\{[^{}]*[:{]/i;

/** Processes the styles that Ionic's components contain as strings in JavaScript, like all other styles. */
export function styleStrings(plugins: AcceptedPlugin[]): Plugin {
  const processor = postcss(plugins);
  return {
    name: 'style-strings',
    apply: 'build',
    async transform(code, id) {
      if (!id.includes('/@ionic/core/components/')) return null;
      let changed = '';
      let end = 0;
      for (const { start, stop, text } of strings(this.parse(code))) {
        if (!SHEET.test(text)) continue;
        const { css } = await processor.process(text, { from: undefined });
        if (css === text) continue;
        changed += code.slice(end, start) + JSON.stringify(css);
        end = stop;
      }
      return end === 0 ? null : { code: changed + code.slice(end), map: null };
    },
  };
}

interface Text {
  start: number;
  stop: number;
  text: string;
}

interface Node {
  type?: string;
  start?: number;
  end?: number;
  value?: unknown;
  expressions?: unknown[];
  quasis?: { value: { cooked: string } }[];
}

/** All string literals of a program, in source order. */
function strings(node: unknown): Text[] {
  if (Array.isArray(node)) return node.flatMap(strings);
  if (typeof node !== 'object' || node === null) return [];
  const { type, start = 0, end: stop = 0, value, expressions, quasis } = node as Node;
  if (type === 'Literal' && typeof value === 'string') return [{ start, stop, text: value }];
  if (type === 'TemplateLiteral' && expressions?.length === 0) return [{ start, stop, text: quasis![0]!.value.cooked }];
  return Object.values(node).flatMap(strings).sort((a, b) => a.start - b.start);
}
