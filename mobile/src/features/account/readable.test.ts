import { beforeAll, describe, expect, it } from 'vitest';
import { readable } from './readable';
import { galleryConfig } from '@/gallery/config';
import { loadTexts, startTexts } from '@/i18n';
import { setConfig } from '@/lib/config';
import { plain } from '@/test/plain';

const copy = (records: Record<string, unknown>[]) =>
  readable({ generatedAt: '2026-11-21T03:00:00Z', memberId: 'm', sections: [{ name: 'personal', records }, { name: 'unheardOf', records: [] }] });

describe('the copy to read', () => {
  beforeAll(async () => {
    setConfig(galleryConfig);
    await startTexts('en');
    await loadTexts(['account', 'owndata']);
  });

  it('shows fields in words, instants in the region’s time, and what it has no words for all the same', () => {
    const page = copy([{ nickname: 'Lan', submittedAt: '2026-11-21T03:00:00Z', strange: 7, empty: null }]);
    expect(page).toContain('<th>Nickname</th><td><pre>Lan</pre></td>');
    expect(plain(page)).toContain('10:00, 21/11/2026');
    expect(page).toContain('<th>strange</th><td>7</td>');
    expect(page).toContain('unheardOf');
    expect(page).not.toContain('null');
  });

  it('never takes what somebody typed for markup', () => {
    const page = copy([{ nickname: '<script>alert(1)</script>', inner: { note: '"><img src=x>' }, list: ['<b>'] }]);
    expect(page).not.toMatch(/<script|<img|<b>/);
    expect(page).toContain('&lt;script&gt;');
  });
});
