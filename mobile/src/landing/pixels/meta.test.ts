import { afterEach, expect, test } from 'vitest';
import { meta } from './meta';

type Fbq = ((...args: unknown[]) => void) & Record<string, unknown>;
const page = window as unknown as { fbq?: Fbq; _fbq?: Fbq };

afterEach(() => {
  delete page.fbq;
  delete page._fbq;
  document.head.replaceChildren();
});

test("Meta's script finds what Meta's own base code leaves for it", () => {
  meta('1').registered('reg.7');
  const fbq = page.fbq as Fbq;
  expect(page._fbq).toBe(fbq);
  expect(fbq['push']).toBe(fbq);
  expect([fbq['loaded'], fbq['version']]).toEqual([true, '2.0']);
  expect(fbq['queue']).toEqual([['init', '1'], ['track', 'PageView'], ['track', 'CompleteRegistration', {}, { eventID: 'reg.7' }]]);
  expect(document.head.querySelector('script')?.src).toBe('https://connect.facebook.net/en_US/fbevents.js');
});
