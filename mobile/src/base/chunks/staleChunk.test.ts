import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { reloadForStaleChunk, reloadOnStaleChunk } from './staleChunk';

const server = () => vi.stubGlobal('fetch', async () => new Response('{"version":"1"}'));

describe('reloadForStaleChunk', () => {
  beforeEach(() => {
    sessionStorage.clear();
    // jsdom does not implement reload and logs that to the console.
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
  });

  it('reloads once for a deleted chunk', async () => {
    server();
    expect(await reloadForStaleChunk()).toBe(true);
    expect(await reloadForStaleChunk()).toBe(false);
  });

  it('deletes the cached files before the reload, because one of them may be the cause', async () => {
    server();
    const kept = new Set(['shell-2', 'files-2']);
    vi.stubGlobal('caches', { keys: async () => [...kept], delete: async (name: string) => kept.delete(name) });
    await reloadForStaleChunk();
    expect([...kept]).toEqual(['shell-2']);
    vi.unstubAllGlobals();
  });

  it('does not reload if a captive portal responds', async () => {
    vi.stubGlobal('fetch', async () => new Response('<html>Log in to the Wi-Fi'));
    expect(await reloadForStaleChunk()).toBe(false);
  });

  it('does not reload if the reload cannot be recorded, because it could loop', async () => {
    server();
    const closed = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    vi.stubGlobal('sessionStorage', { getItem: closed, setItem: closed });
    expect(await reloadForStaleChunk()).toBe(false);
    vi.unstubAllGlobals();
  });

  it('does not reload while the server does not respond', async () => {
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('no network')));
    expect(await reloadForStaleChunk()).toBe(false);
    expect(sessionStorage.getItem('stale-chunk')).toBeNull();
  });
});

describe('reloadOnStaleChunk', () => {
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

  it('reloads for a deleted chunk, but not for a network error', async () => {
    vi.stubGlobal('fetch', async () => new Response('', { status: 200 }));
    expect(reject(missed)).toBe(true);
    await new Promise((resolve) => setTimeout(resolve));
    expect(sessionStorage.getItem('stale-chunk')).toBeNull();
    vi.stubGlobal('fetch', async (url: string) => new Response('{"version":"1"}', { status: url.includes('/assets/') ? 404 : 200 }));
    reject(missed);
    await vi.waitFor(() => expect(sessionStorage.getItem('stale-chunk')).not.toBeNull());
  });

  it('does not handle other errors', () => {
    expect(reject('x is not a function')).toBe(false);
  });
});
