import { expect, it } from 'vitest';
import vectors from '@loanmarket/shared-types/vectors/formats.json';
import { formatWait } from './wait';
import type { Language } from '@/i18n';

it.each(vectors.waits)('says $seconds s as $text', ({ seconds, language, text }) => {
  expect(formatWait(seconds, language as Language)).toBe(text);
});
