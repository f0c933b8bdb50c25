import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Language, TextKey } from '../../src/i18n';

/** The app's own texts, for tests in any language. */
export interface Words {
  language: Language;
  say: (key: TextKey, values?: Record<string, string | number>) => string;
}

/** Loads all texts of a language. */
export async function wordsOf(language: Language): Promise<Words> {
  const folder = new URL(`../../src/i18n/${language}/`, import.meta.url);
  const areas: Record<string, unknown> = {};
  for (const file of readdirSync(fileURLToPath(folder))) {
    const { default: texts } = (await import(fileURLToPath(new URL(file, folder)))) as { default: object };
    areas[file.replace('.ts', '')] = texts;
  }
  const find = (key: string) => key.split(/[:.]/).reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], areas);
  return {
    language,
    say: (key, values = {}) => {
      const text = find(key) ?? find(`${key}_other`);
      if (typeof text !== 'string') throw new Error(`${language} has no text ${key}`);
      return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
    },
  };
}

/** A pattern for a text with arbitrary values. */
export function anyOf(words: Words, key: TextKey): RegExp {
  const mark = '\u0001';
  const text = words.say(key, new Proxy({}, { get: () => mark }) as Record<string, string>);
  return new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').split(mark).join('.+')}$`);
}
