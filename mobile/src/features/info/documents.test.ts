import { describe, expect, it } from 'vitest';
import { documents } from './documents';
import cn from '@/i18n/cn/info';
import en from '@/i18n/en/info';
import th from '@/i18n/th/info';
import vi from '@/i18n/vi/info';

describe.each(Object.entries({ cn, en, th, vi }))('documents in %s', (_, texts) => {
  it.each(['terms', 'privacy'] as const)('%s shows every section that is written, each with words', (name) => {
    const { title, lead, ...sections } = texts[name];
    expect(title && lead).toBeTruthy();
    expect(Object.keys(sections).sort()).toEqual([...documents[name].sections].sort());
    Object.values(sections).forEach((section) => {
      expect(section.title.length).toBeGreaterThan(1);
      expect(section.text.length).toBeGreaterThan(20);
    });
  });
});
