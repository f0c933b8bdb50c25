import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { reloadForStaleChunk, reloadOnStaleChunk } from './staleChunk';

const server = () => vi.stubGlobal('fetch', async () => new Response('{"version":"1"}'));

describe('reloadForStaleChunk', () => {
  beforeEach(() => {
    sessionStorage.clear();
    // jsdom does not implement reload and logs that to the console.
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
  });

  it('reloads for a chunk that is gone, once', async () => {
    server();
    expect(await reloadForStaleChunk()).toBe(true);
    expect(await reloadForStaleChunk()).toBe(false);
  });

  it('lets go before that of the files that are kept on the phone: one of them may be the reason', async () => {
    server();
    const kept = new Set(['shell-2', 'files-2']);
    vi.stubGlobal('caches', { keys: async () => [...kept], delete: async (name: string) => kept.delete(name) });
    await reloadForStaleChunk();
    expect([...kept]).toEqual(['shell-2']);
    vi.unstubAllGlobals();
  });

  it('leaves the page alone where a captive portal answers', async () => {
    vi.stubGlobal('fetch', async () => new Response('<html>Log in to the Wi-Fi'));
    expect(await reloadForStaleChunk()).toBe(false);
  });

  it('leaves the page alone where nothing can be remembered, which would be a loop', async () => {
    server();
    const closed = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    vi.stubGlobal('sessionStorage', { getItem: closed, setItem: closed });
    expect(await reloadForStaleChunk()).toBe(false);
    vi.unstubAllGlobals();
  });

  it('leaves the page alone while no server answers', async () => {
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('no network')));
    expect(await reloadForStaleChunk()).toBe(false);
    expect(sessionStorage.getItem('stale-chunk')).toBeNull();
  });
});

describe('a chunk that nobody waits for', () => {
  beforeAll(reloadOnStaleChunk);
  beforeEach(() => {
    sessionStorage.clear();
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
  });

  /** Dispatches an unhandled rejection to the window and returns whether its default was prevented. */
  function reject(message: string): boolean {
    const event = Object.assign(new Event('unhandledrejection', { cancelable: true }), { reason: new TypeError(message) });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  }
  const missed = 'Failed to fetch dynamically imported module: http://localhost/assets/p-1.js';

  it('reloads when it is gone, and not when the line lost it', async () => {
    vi.stubGlobal('fetch', async () => new Response('', { status: 200 }));
    expect(reject(missed)).toBe(true);
    await new Promise((resolve) => setTimeout(resolve));
    expect(sessionStorage.getItem('stale-chunk')).toBeNull();
    vi.stubGlobal('fetch', async (url: string) => new Response('{"version":"1"}', { status: url.includes('/assets/') ? 404 : 200 }));
    reject(missed);
    await vi.waitFor(() => expect(sessionStorage.getItem('stale-chunk')).not.toBeNull());
  });

  it('leaves every other failure to those who look for failures', () => {
    expect(reject('x is not a function')).toBe(false);
  });
});
