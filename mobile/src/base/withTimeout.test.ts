import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withTimeout, TimeoutError } from './withTimeout';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('what may hang', () => {
  it('is done in time, and nothing is left running', async () => {
    await expect(withTimeout(1000, async () => 'done')).resolves.toBe('done');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is given up when its time is over, although it hears nothing', async () => {
    let heard: AbortSignal | undefined;
    const given = expect(withTimeout(1000, (signal) => ((heard = signal), new Promise(() => undefined)))).rejects.toBeInstanceOf(TimeoutError);
    await vi.advanceTimersByTimeAsync(999);
    expect(heard!.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await given;
    expect(heard!.aborted).toBe(true);
  });

  it('hears of it when whoever asked gives up, before or meanwhile', async () => {
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
