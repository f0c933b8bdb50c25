import { afterEach, expect, test } from 'vitest';
import { tiktok } from './tiktok';

type Queue = unknown[] & Record<string, unknown>;
const page = window as unknown as { ttq?: Queue };

afterEach(() => {
  delete page.ttq;
  document.head.replaceChildren();
});

test("TikTok's script finds what TikTok's own base code leaves for it", () => {
  tiktok('C1').registered('reg.7');
  const ttq = page.ttq as Queue;
  expect(ttq['_i']).toHaveProperty('C1._u', 'https://analytics.tiktok.com/i18n/pixel/events.js');
  expect(ttq['_t']).toEqual({ C1: expect.any(Number) as number });
  expect(ttq['_o']).toEqual({ C1: {} });
  for (const method of ttq['methods'] as string[]) expect(ttq[method], method).toBeTypeOf('function');
  const instance = (ttq['instance'] as (id: string) => Queue)('C1');
  (instance['track'] as (event: string) => void)('ViewContent');
  expect(Array.from(instance)).toEqual([['track', 'ViewContent']]);
  expect(Array.from(ttq)).toEqual([['page'], ['track', 'CompleteRegistration', {}, { event_id: 'reg.7' }]]);
  expect(document.head.querySelector('script')?.src).toBe('https://analytics.tiktok.com/i18n/pixel/events.js?sdkid=C1&lib=ttq');
});
