import { expect, it } from 'vitest';

const texts = import.meta.glob<string>(
  ['./th/*.ts', '../../../api/internal/base/texts/th.json', '../../../api/internal/base/content/text/th/*.md'],
  { eager: true, query: '?raw', import: 'default' },
);

interface Segmenter {
  segment(text: string): Iterable<{ index: number }>;
}

/** Uses the dictionary by which browsers break lines in Thai, which has no spaces between words. */
const words = new (Intl as unknown as { Segmenter: new (language: string, options: { granularity: 'word' }) => Segmenter }).Segmenter('th', { granularity: 'word' });
const beginnings = (text: string) => Array.from(words.segment(text), ({ index }) => index);

const TERMS = ['ดอกเบี้ย', 'ค่าธรรมเนียม', 'เงินกู้', 'เงินต้น', 'ครบกำหนด', 'ชำระ', 'ค้างชำระ', 'วงเงิน', 'ธนาคาร', 'สัญญา'];

// The dictionary prefers the longest word: it has split “to pay” and “interest” into “colic”, “chest” and other words.
it('no Thai text can break a line within a financial term', () => {
  expect(Object.keys(texts).length).toBeGreaterThan(20);
  for (const [path, text] of Object.entries(texts)) {
    for (const line of text.split('\n')) {
      const begin = new Set(beginnings(line));
      for (const term of TERMS) {
        const own = new Set(beginnings(term));
        for (let at = line.indexOf(term); at >= 0; at = line.indexOf(term, at + 1)) {
          const cut = Array.from(term).findIndex((_, i) => begin.has(at + i) && !own.has(i));
          expect(cut, `${path}: ${term} in ${line}`).toBe(-1);
        }
      }
    }
  }
});
