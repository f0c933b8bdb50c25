import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readLocal, writeLocal } from '@/base/storage/local';

/** Loads the module as a newly opened page does. */
async function opened() {
  vi.resetModules();
  return (await import('./device')).deviceId;
}

describe('deviceId', () => {
  beforeEach(() => localStorage.clear());

  it('has the format that the server accepts, and stays the same', async () => {
    const deviceId = await opened();
    const name = deviceId();
    expect(name).toMatch(/^[A-Za-z0-9_-]{16,64}$/);
    expect(deviceId()).toBe(name);
    expect((await opened())()).toBe(name);
  });

  it('differs on another phone', async () => {
    const name = (await opened())();
    localStorage.clear();
    expect((await opened())()).not.toBe(name);
  });

  it('returns an id that is already stored', async () => {
    writeLocal('device', 'kept-from-before-1234');
    expect((await opened())()).toBe('kept-from-before-1234');
    expect(readLocal('device')).toBe('kept-from-before-1234');
  });
});
