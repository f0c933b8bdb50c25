import { afterEach, describe, expect, it, vi } from 'vitest';
import { shareText } from './shareText';

const words = 'Trả giúp mình nhé:';
const url = 'https://vay.example.vn/m/repay/normal#token';

function phone(share: unknown, copied: string[] = []): void {
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: (text: string) => Promise.resolve(void copied.push(text)) }, configurable: true });
}

describe('shareText', () => {
  afterEach(() => phone(undefined));

  it('opens the share sheet', async () => {
    const share = vi.fn(() => Promise.resolve());
    phone(share);
    expect(await shareText(words, url)).toBe('shared');
    expect(share).toHaveBeenCalledWith({ text: words, url });
  });

  it('copies nothing if the user closes the sheet', async () => {
    const copied: string[] = [];
    phone(() => Promise.reject(new DOMException('closed', 'AbortError')), copied);
    expect(await shareText(words, url)).toBe('shared');
    expect(copied).toEqual([]);
  });

  it('copies if there is no share sheet or it fails', async () => {
    for (const share of [undefined, () => Promise.reject(new DOMException('no', 'NotAllowedError'))]) {
      const copied: string[] = [];
      phone(share, copied);
      expect(await shareText(words, url)).toBe('copied');
      expect(copied).toEqual([`${words}\n${url}`]);
    }
  });
});
