import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setAdsConsent } from './adsConsent';
import { hearServerTime } from '@/base/serverClock';
import { channelCode, channelField, channelInfo, currentChannel, saveFromUrl, loginOrigin, lookUpChannel } from './channel';

const calls: [string, unknown][] = [];
vi.mock('@/lib/api/client', () => ({
  api: (path: string, body: unknown) => {
    calls.push([path, body]);
    const data = { promotionPlatform: 'meta', pixelId: '12', requireSame: true, platformIdLimit: '20005', reportedScoreRange: '600-850', accessToken: 'ours' };
    return Promise.resolve(path === 'channel/queryByCode' ? data : {});
  },
}));

beforeEach(() => {
  localStorage.clear();
  document.cookie.split('; ').forEach((one) => (document.cookie = `${one.split('=')[0]}=; Max-Age=0; Path=/`));
  calls.length = 0;
});

describe('channel', () => {
  // spec: 9.channel-code-query
  it.each(['?channel=fb-1', '?cc=fb-1', '?x=1&cc=fb-1'])('is read from %s', (search) => {
    expect(saveFromUrl(search)).toBe('fb-1');
    expect(channelField()).toEqual({ channelCode: 'fb-1' });
  });

  it('keeps the last code if a URL has none or an invalid one', () => {
    saveFromUrl('?channel=fb-1');
    expect(saveFromUrl('?channel=<script>')).toBe('');
    expect(saveFromUrl('')).toBe('');
    expect(channelCode()).toBe('fb-1');
    saveFromUrl('?channel=gg-2');
    expect(channelCode()).toBe('gg-2');
  });

  // spec: 3.channel-info, 3.channel-stored, 3.channel-token
  it('is requested, stored as the specification says, and its visit is counted', async () => {
    await lookUpChannel('fb-1');
    expect(channelInfo()).toEqual({ platform: 'meta', pixelId: '12', requireSame: true, platformIdLimit: '20005' });
    expect(JSON.parse(localStorage.getItem('lm:promotionPlatform')!)).toMatchObject({ value: 'meta' });
    expect(JSON.parse(localStorage.getItem('lm:reportedScoreRange')!)).toMatchObject({ value: '600-850' });
    expect(localStorage.getItem('lm:channelInfo')).not.toContain('ours');
    expect(calls).toContainEqual(['channel/access', { channelCode: 'fb-1', accessToken: 'ours' }]);
  });

  // spec: 9.click-ids-168h
  it('keeps click-id, gclid and fbclid as cookies of 168 hours', () => {
    const written = vi.spyOn(document, 'cookie', 'set');
    saveFromUrl('?click-id=c1&gclid=g1&fbclid=f1&other=x');
    const cookies = written.mock.calls.map(([cookie]) => cookie);
    for (const [name, value] of [['click-id', 'c1'], ['gclid', 'g1'], ['fbclid', 'f1']]) {
      expect(cookies).toContain(`${name}=${value}; Path=/; Max-Age=604800; SameSite=Lax`);
    }
    expect(cookies.join()).not.toContain('other');
  });

  it('expires after 168 hours', async () => {
    vi.useFakeTimers();
    hearServerTime(new Date().toUTCString());
    saveFromUrl('?channel=fb-1');
    await lookUpChannel('fb-1');
    expect(channelCode()).toBe('fb-1');
    vi.advanceTimersByTime(168 * 3_600_000 - 1000);
    expect(channelCode()).toBe('fb-1');
    vi.advanceTimersByTime(2000);
    expect(channelCode()).toBe('');
    expect(channelInfo()).toBeNull();
    vi.useRealTimers();
  });

  it('is part of the login origin, which contains click ids only with consent', () => {
    saveFromUrl('?channel=fb-1&fbclid=abc&click-id=7');
    expect(loginOrigin()).toMatchObject({ channelCode: 'fb-1', adsConsent: false });
    expect(loginOrigin()).not.toHaveProperty('facebookFbc');
    setAdsConsent(true);
    const origin = loginOrigin();
    expect(origin).toMatchObject({ adsConsent: true, webClickId: 'click-id=7' });
    expect('facebookFbc' in origin && origin.facebookFbc).toMatch(/^fb\.1\.\d{13}\.abc$/);
  });

  it('reports only the last click, which replaces those of other platforms', () => {
    setAdsConsent(true);
    saveFromUrl('?channel=fb-1&fbclid=abc');
    saveFromUrl('?channel=tt-1&ttclid=t1');
    expect(loginOrigin()).toMatchObject({ channelCode: 'tt-1', webClickId: 'ttclid=t1' });
    expect(loginOrigin()).not.toHaveProperty('facebookFbc');
    // Meta's own cookie, in a browser that keeps it for the whole domain.
    document.cookie = '_fbc=fb.1.1.old; Path=/';
    expect(loginOrigin()).not.toHaveProperty('facebookFbc');
    saveFromUrl('?channel=gg-1&wbraid=w1');
    expect(loginOrigin()).toMatchObject({ webClickId: 'wbraid=w1' });
    saveFromUrl('?channel=fb-1&fbclid=new');
    expect(loginOrigin()).toMatchObject({ facebookFbc: expect.stringContaining('.new') });
    expect(loginOrigin()).not.toHaveProperty('webClickId');
    saveFromUrl('?lang=vi');
    expect(loginOrigin(), 'a URL without click ids keeps them').toMatchObject({ facebookFbc: expect.stringContaining('.new') });
  });

  it('waits for a pending request of the channel', async () => {
    saveFromUrl('?channel=fb-1');
    expect(await currentChannel()).toBeNull();
    void lookUpChannel('fb-1');
    expect(await currentChannel()).toMatchObject({ platform: 'meta', pixelId: '12' });
  });
});
