import vectors from '@loanmarket/shared-types/vectors/pageError.json';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { scrub, scrubPath } from './scrub';
import type { Surface } from './watch';

const sent = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
const bodies = () => sent.mock.calls.map(([, { body }]) => JSON.parse(body as string) as Record<string, string>);

/** The page at start-up, before any error was reported. */
async function page(surface: Surface = 'app') {
  vi.resetModules();
  const listening = vi.spyOn(window, 'addEventListener');
  const watch = await import('./watch');
  // Loaded in advance, so that the loading time does not affect the tests.
  const report = await import('./report');
  watch.watchPageErrors(surface, async () => report);
  started.push(...listening.mock.calls.map(([name, listener]) => () => window.removeEventListener(name, listener as EventListener)));
  listening.mockRestore();
  const { ApiError } = await import('@/lib/api/error');
  return { ...watch, ApiError };
}

const started: (() => void)[] = [];
const taken = () => new Response('{"success":true,"msg":"","errorCode":10000,"data":null}');
const told = (n: number) => vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(n));

beforeEach(() => {
  sent.mockReset().mockImplementation(async () => taken());
  vi.stubGlobal('fetch', sent);
  history.replaceState(null, '', '/m/order/detail/0198c0de-0000-7000-8000-000000000001?from=0912345678');
});
afterEach(() => {
  started.splice(0).forEach((stop) => stop());
  vi.unstubAllGlobals();
});

/** An error with a phone number in its message, thrown by a file of the build. */
const failure = () => Object.assign(new TypeError('phone 0912345678'), { stack: 'TypeError: phone 0912345678\n at https://m.example.com/assets/first-Bx.js:1:104223' });

describe('the report of a page error', () => {
  it.each([
    ['error', () => window.dispatchEvent(new ErrorEvent('error', { error: failure() }))],
    ['rejection', () => window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: failure() }))],
  ])('is sent without personal data for an %s', async (kind, fail) => {
    await page();
    fail();
    await told(1);
    const [url, { headers, credentials }] = sent.mock.calls[0]!;
    expect([url, headers, credentials]).toEqual(['/app/submit/pageError', { 'Content-Type': 'application/json' }, 'omit']);
    expect(bodies()[0]).toMatchObject({ surface: 'app', kind, page: '/m/order/detail/*', name: 'TypeError', message: 'phone #' });
    expect(bodies()[0]!.stack).toBe('TypeError\n at first-Bx.js:1:104223');
    expect(JSON.stringify(bodies())).not.toContain('0912345678');
  });

  it('is sent once for a repeated error, and at most five times', async () => {
    const { reportPageError } = await page('landing');
    const same = new Error('again');
    for (let i = 0; i < 3; i++) reportPageError('error', same);
    for (const word of ['one', 'two', 'three', 'four', 'five', 'six']) reportPageError('error', new Error(word));
    await told(5);
    await new Promise((resolve) => setTimeout(resolve));
    expect(bodies().map(({ message }) => message)).toEqual(['again', 'one', 'two', 'three', 'four']);
    expect(bodies()[0]!.surface).toBe('landing');
  });

  it('is sent again when the network is back', async () => {
    const { reportPageError } = await page();
    sent.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    reportPageError('render', new Error('lost'));
    await told(1);
    await vi.waitFor(() => {
      window.dispatchEvent(new Event('online'));
      expect(sent).toHaveBeenCalledTimes(2);
    });
    expect(bodies()[1]!.message).toBe('lost');
  });

  it('is sent again when the page becomes visible, if a captive portal responded', async () => {
    const { reportPageError } = await page();
    sent.mockResolvedValueOnce(new Response('<html>Log in to the Wi-Fi'));
    reportPageError('render', new Error('lost'));
    await told(1);
    await vi.waitFor(() => {
      document.dispatchEvent(new Event('visibilitychange'));
      expect(sent).toHaveBeenCalledTimes(2);
    });
    expect(bodies()[1]!.message).toBe('lost');
    await new Promise((resolve) => setTimeout(resolve));
    window.dispatchEvent(new Event('online'));
    document.dispatchEvent(new Event('visibilitychange'));
    await new Promise((resolve) => setTimeout(resolve));
    expect(sent, 'the report was delivered').toHaveBeenCalledTimes(2);
  });

  it('is not sent for network errors, aborted calls, handled rejections and ResizeObserver errors', async () => {
    const { reportPageError, ApiError } = await page();
    reportPageError('rejection', new ApiError('F0000', 'Hệ thống bận', 0));
    reportPageError('rejection', new DOMException('given up', 'AbortError'));
    reportPageError('error', new Error('ResizeObserver loop limit exceeded'));
    const handled = Object.assign(new Event('unhandledrejection', { cancelable: true }), { reason: new Error('handled') });
    handled.preventDefault();
    window.dispatchEvent(handled);
    reportPageError('error', new Error('ours'));
    await told(1);
    expect(bodies()[0]!.message).toBe('ours');
  });

  it('contains only the code of a rejected call, and nothing of a value that is no error', async () => {
    const { reportPageError, ApiError } = await page();
    reportPageError('rejection', new ApiError(20202, 'Anh Nguyễn đã vay', 422));
    reportPageError('rejection', { phone: '0912345678' });
    await told(2);
    expect(bodies().map(({ name, message }) => [name, message])).toEqual([['ApiError', 'code 20202'], ['object', '']]);
  });
});

describe('scrubbing', () => {
  it.each(vectors)('gives the same result as on the server: $text', ({ text, scrubbed }) => {
    expect(scrub(text)).toBe(scrubbed);
  });

  it('removes ids from paths', () => {
    expect(scrubPath('/m/auth/opt/success')).toBe('/m/auth/opt/success');
    expect(scrubPath('/m/loan/detail/12345/Ngọc')).toBe('/m/loan/detail/*/*');
    expect(scrubPath(`/m/${'a'.repeat(24)}/${'a'.repeat(25)}`)).toBe(`/m/${'a'.repeat(24)}/*`);
    expect(scrubPath('/abcdefg'.repeat(20))).toBe('/abcdefg'.repeat(12));
  });
});
