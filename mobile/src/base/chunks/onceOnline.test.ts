import { beforeEach, describe, expect, it, vi } from 'vitest';
import { onceOnline } from './onceOnline';

const fetchMock = vi.fn<typeof fetch>();
const server = (there: boolean) => fetchMock.mockImplementation(async () => {
  if (!there) throw new TypeError('no network');
  return new Response('{"version":"1"}');
});

describe('onceOnline', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', fetchMock);
    sessionStorage.clear();
    // jsdom does not implement reload and logs that to the console.
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    return () => vi.useRealTimers();
  });

  it('retries while the server does not respond, even if the browser does not report an outage', async () => {
    server(false);
    let networkDown = true;
    const load = vi.fn(async () => {
      if (networkDown) throw new Error('no network');
      return 'page';
    });
    const loading = onceOnline(load);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(load.mock.calls.length).toBeGreaterThan(10);
    networkDown = false;
    await vi.advanceTimersByTimeAsync(1_500);
    await expect(loading).resolves.toBe('page');
  });

  it('retries immediately when the browser reports that the network is back', async () => {
    server(false);
    const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('no network')).mockResolvedValue('page');
    const loading = onceOnline(load);
    await vi.advanceTimersByTimeAsync(10);
    window.dispatchEvent(new Event('online'));
    await expect(loading).resolves.toBe('page');
  });

  it('retries a load that failed for a network error', async () => {
    server(true);
    const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('lost')).mockResolvedValue('page');
    const loading = onceOnline(load);
    await vi.advanceTimersByTimeAsync(1_500);
    await expect(loading).resolves.toBe('page');
  });

  it('reloads the page once for a deleted chunk, and rejects the second time', async () => {
    server(true);
    const gone = () => Promise.reject(new Error('gone'));
    let settled = false;
    void onceOnline(gone).finally(() => (settled = true));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(settled).toBe(false);
    expect(sessionStorage.getItem('stale-chunk')).not.toBeNull();
    const again = expect(onceOnline(gone)).rejects.toThrow('gone');
    await vi.advanceTimersByTimeAsync(10_000);
    await again;
  });
});
