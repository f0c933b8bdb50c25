import { describe, expect, it, vi } from 'vitest';
import { onceOnline } from './lazyPage';

describe('onceOnline', () => {
  it('waits for the network and tries again', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('no network')).mockResolvedValue('page');
    const loading = onceOnline(load);
    await vi.waitFor(() => expect(online).toHaveBeenCalled());
    expect(load).toHaveBeenCalledTimes(1);
    await vi.waitFor(async () => {
      window.dispatchEvent(new Event('online'));
      expect(load).toHaveBeenCalledTimes(2);
    });
    await expect(loading).resolves.toBe('page');
  });

  it('fails where there is a network', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    await expect(onceOnline(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  });
});
