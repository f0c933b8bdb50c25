import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endSession, refreshSession, startSession } from './session';
import { flush, track } from './tracking';

const sent: { url: string; init: RequestInit }[] = [];
let answer: () => Promise<Response>;
const taken = async () => new Response('{"success":true,"msg":"","errorCode":10000,"data":null}');

beforeEach(() => {
  answer = taken;
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    sent.push({ url, init });
    return answer();
  });
  vi.stubGlobal('Request', Object.assign(() => undefined, { prototype: { keepalive: false } }));
  // Earlier tests have left records in module instances that listen to the same window.
  window.dispatchEvent(new Event('pagehide'));
  sent.length = 0;
});
afterEach(() => {
  flush();
  vi.unstubAllGlobals();
});

const body = (index: number) => JSON.parse(String(sent[index]!.init.body)) as { records: { pageId: string; buttonId: string }[] };

// spec: 7.data-record
describe('track', () => {
  it('sends page views and presses in one keepalive call when the page is left', () => {
    track('/m/land');
    track('/m/land', 'getCode');
    expect(sent).toHaveLength(0);
    window.dispatchEvent(new Event('pagehide'));
    expect(sent).toHaveLength(1);
    expect(sent[0]!.url).toBe('/app/submit/dataRecord');
    expect(sent[0]!.init.keepalive).toBe(true);
    expect(body(0)).toEqual({ records: [{ pageId: '/m/land', buttonId: '' }, { pageId: '/m/land', buttonId: 'getCode' }] });
  });

  it('sends a single record in the format of the specification, also on a retry', async () => {
    answer = () => Promise.reject(new Error('offline'));
    track('/m/home', 'borrow');
    flush();
    await new Promise((resolve) => setTimeout(resolve));
    answer = taken;
    flush();
    expect([body(0), body(1)]).toEqual([{ pageId: '/m/home', buttonId: 'borrow' }, { pageId: '/m/home', buttonId: 'borrow' }]);
  });

  // spec: 3.tracking-record
  it.each(['cookie', 'local storage'])('adds the phone number from the %s', (store) => {
    startSession('t-1', '0912345678');
    if (store === 'cookie') localStorage.clear();
    else document.cookie.split('; ').forEach((one) => (document.cookie = `${one.split('=')[0]}=; Max-Age=0; Path=/`));
    refreshSession();
    track('/m/land', 'getCode');
    flush();
    endSession();
    expect(body(0)).toEqual({ phoneNumber: '0912345678', pageId: '/m/land', buttonId: 'getCode' });
  });

  it('keeps at most fifty records for the next call if there is no network', async () => {
    answer = () => Promise.reject(new Error('offline'));
    for (let n = 0; n < 60; n += 1) track('/m/home', `b${n}`);
    flush();
    await new Promise((resolve) => setTimeout(resolve));
    answer = taken;
    track('/m/home', 'last');
    flush();
    expect(body(1).records).toHaveLength(50);
    expect(body(1).records[49]).toEqual({ pageId: '/m/home', buttonId: 'last' });
  });

  it('keeps records for the next call if a captive portal responds', async () => {
    answer = async () => new Response('<html>Log in to the Wi-Fi');
    track('/m/home', 'behind');
    flush();
    await new Promise((resolve) => setTimeout(resolve));
    answer = taken;
    track('/m/home', 'before');
    flush();
    expect(body(1).records.map(({ buttonId }) => buttonId)).toEqual(['behind', 'before']);
  });

  it('falls back to a beacon without the phone number', () => {
    vi.stubGlobal('Request', Object.assign(() => undefined, { prototype: {} }));
    const beacon = vi.fn(() => true);
    vi.stubGlobal('navigator', { sendBeacon: beacon });
    track('/m/home', 'x<y');
    flush();
    expect(sent).toHaveLength(0);
    expect(beacon).toHaveBeenCalledWith('/app/submit/dataRecord', JSON.stringify({ pageId: '/m/home', buttonId: 'xy' }));
  });

  it('never throws', () => {
    vi.stubGlobal('fetch', () => {
      throw new Error('broken');
    });
    vi.stubGlobal('navigator', {});
    track('/m/home');
    expect(() => flush()).not.toThrow();
  });
});
