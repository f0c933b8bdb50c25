import { describe, expect, it, vi } from 'vitest';

vi.mock('./page', () => ({ data: { iosDownloadUrl: '' } }));
const { destination } = await import('./leave');

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 15_8 like Mac OS X) LoanMarketApp';
const STORE = 'https://apps.apple.com/app/id1';

// spec: 4.land-after, 4.land-after-ios
describe('where a login on the landing page leads', () => {
  it('goes home, which greets a new member', () => {
    expect(destination(true, false, IPHONE, STORE)).toBe('/?isNewMember=1');
    expect(destination(false, false, IPHONE, STORE)).toBe('/');
    expect(destination(true, true, 'Mozilla/5.0 (Linux; Android 13) LoanMarketApp', STORE)).toBe('/?isNewMember=1');
  });

  it('goes to the download inside the iOS app, or home where there is none', () => {
    expect(destination(true, true, IPHONE, STORE)).toBe(STORE);
    expect(destination(true, true, IPHONE, '')).toBe('/');
  });
});
