import { expect, it } from 'vitest';
import vectors from '@loanmarket/shared-types/vectors/formats.json';
import { formatWait } from './wait';
import type { Language } from '@/i18n';
import { plain } from '@/test/plain';

it.each(vectors.waits)('formats $seconds s as $text', ({ seconds, language, text }) => {
  const said = formatWait(seconds, language as Language);
  expect(plain(said)).toBe(text);
  expect(said, 'the text must not wrap').not.toContain(' ');
});
