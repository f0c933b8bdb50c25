import { describe, expect, it, vi } from 'vitest';

vi.mock('./page', () => ({ data: { iosDownloadUrl: '' } }));
const { destination } = await import('./leave');

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 15_8 like Mac OS X) LoanMarketApp';
const STORE = 'https://apps.apple.com/app/id1';

// spec: 4.land-after, 4.land-after-ios
describe('destination after a login on the landing page', () => {
  it('is the home page, which greets a new member', () => {
    expect(destination(true, false, IPHONE, STORE)).toBe('/?isNewMember=1');
    expect(destination(false, false, IPHONE, STORE)).toBe('/');
    expect(destination(true, true, 'Mozilla/5.0 (Linux; Android 13) LoanMarketApp', STORE)).toBe('/?isNewMember=1');
  });

  it('is the download page in the iOS app, or the home page if there is none', () => {
    expect(destination(true, true, IPHONE, STORE)).toBe(STORE);
    expect(destination(true, true, IPHONE, '')).toBe('/');
  });
});
