import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withTimeout, TimeoutError } from './withTimeout';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('withTimeout', () => {
  it('resolves before the timeout and leaves no timer', async () => {
    await expect(withTimeout(1000, async () => 'done')).resolves.toBe('done');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('aborts and rejects at the timeout, even if the work ignores the signal', async () => {
    let heard: AbortSignal | undefined;
    const given = expect(withTimeout(1000, (signal) => ((heard = signal), new Promise(() => undefined)))).rejects.toBeInstanceOf(TimeoutError);
    await vi.advanceTimersByTimeAsync(999);
    expect(heard!.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await given;
    expect(heard!.aborted).toBe(true);
  });

  it('aborts the work when the caller aborts, before or during it', async () => {
    const outer = new AbortController();
    const heard: AbortSignal[] = [];
    const hang = () => withTimeout(1000, (signal) => (heard.push(signal), new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('gone'))))), outer.signal);
    const gone = expect(hang()).rejects.toThrow('gone');
    outer.abort();
    await gone;
    void hang().catch(() => undefined);
    expect(heard.map(({ aborted }) => aborted)).toEqual([true, true]);
  });
});
