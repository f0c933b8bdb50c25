import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { reloadOnStaleChunk } from './staleChunk';

/** A chunk that does not come; answers whether a reload takes care of it. */
function missChunk(): boolean {
  const event = new Event('vite:preloadError', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

describe('reloadOnStaleChunk', () => {
  beforeAll(reloadOnStaleChunk);
  beforeEach(() => {
    sessionStorage.clear();
    // jsdom does not reload; it says so on the console.
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
  });

  it('reloads for a chunk that is gone, once', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    expect(missChunk()).toBe(true);
    expect(missChunk()).toBe(false);
  });

  it('leaves the page alone without a network', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    expect(missChunk()).toBe(false);
    expect(sessionStorage.getItem('stale-chunk')).toBeNull();
  });
});
