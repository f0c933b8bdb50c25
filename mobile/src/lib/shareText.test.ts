import { afterEach, describe, expect, it, vi } from 'vitest';
import { shareText } from './shareText';

const words = 'Trả giúp mình nhé:';
const url = 'https://vay.example.vn/m/repay/normal#token';

function phone(share: unknown, copied: string[] = []): void {
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: (text: string) => Promise.resolve(void copied.push(text)) }, configurable: true });
}

describe('sharing words and a link', () => {
  afterEach(() => phone(undefined));

  it('opens the share sheet', async () => {
    const share = vi.fn(() => Promise.resolve());
    phone(share);
    expect(await shareText(words, url)).toBe('shared');
    expect(share).toHaveBeenCalledWith({ text: words, url });
  });

  it('takes a closed sheet for an answer, and copies nothing', async () => {
    const copied: string[] = [];
    phone(() => Promise.reject(new DOMException('closed', 'AbortError')), copied);
    expect(await shareText(words, url)).toBe('shared');
    expect(copied).toEqual([]);
  });

  it('copies where there is no sheet, or it fails', async () => {
    for (const share of [undefined, () => Promise.reject(new DOMException('no', 'NotAllowedError'))]) {
      const copied: string[] = [];
      phone(share, copied);
      expect(await shareText(words, url)).toBe('copied');
      expect(copied).toEqual([`${words}\n${url}`]);
    }
  });
});
