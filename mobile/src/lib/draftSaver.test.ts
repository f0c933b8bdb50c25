import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DraftSaver, type DraftState } from './draftSaver';
import { ApiError } from './api';

type Save = (values: Record<string, unknown> | null) => Promise<string>;

function setUp(save: Save) {
  const states: DraftState['at'][] = [];
  const spy = vi.fn(save);
  return { saver: new DraftSaver(spy, (state) => states.push(state.at)), spy, states };
}

beforeEach(() => {
  vi.useFakeTimers();
  // No spread between phones.
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => vi.useRealTimers());

describe('DraftSaver', () => {
  it('saves once after the typing paused, with what was typed last', async () => {
    const { saver, spy, states } = setUp(async () => 'now');
    saver.change({ nickname: 'H' });
    await vi.advanceTimersByTimeAsync(700);
    saver.change({ nickname: 'Hoa' });
    await vi.advanceTimersByTimeAsync(799);
    expect(spy).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(spy.mock.calls).toEqual([[{ nickname: 'Hoa' }]]);
    expect(states).toEqual(['saving', 'saved']);
  });

  it('keeps what the server does not have on the phone, and forgets it once it does', async () => {
    const kept: unknown[] = [];
    let line = false;
    const saver = new DraftSaver(async () => (line ? 'now' : Promise.reject(new Error('no line'))), () => undefined, (values) => kept.push(values));
    saver.change({ nickname: 'Hoa' });
    await vi.advanceTimersByTimeAsync(3_000);
    expect(kept).toEqual([{ nickname: 'Hoa' }]);
    line = true;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(kept).toEqual([{ nickname: 'Hoa' }, null]);
  });

  it('saves at once when the page is left', async () => {
    const { saver, spy } = setUp(async () => 'now');
    saver.change({ nickname: 'Hoa' });
    saver.flush();
    expect(spy).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(spy).toHaveBeenCalledTimes(1);
  });

  it('never sends two at once, and sends what came meanwhile afterwards', async () => {
    let finish: (savedAt: string) => void = () => undefined;
    const { saver, spy } = setUp(() => new Promise((resolve) => (finish = resolve)));
    saver.change({ step: 1 });
    saver.flush();
    saver.change({ step: 2 });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(spy).toHaveBeenCalledTimes(1);
    finish('now');
    await vi.advanceTimersByTimeAsync(800);
    expect(spy).toHaveBeenLastCalledWith({ step: 2 });
  });

  it('tries again after a failure, with newer values if there are any', async () => {
    let working = false;
    const { saver, spy, states } = setUp(async () => {
      if (!working) throw new Error('offline');
      return 'now';
    });
    saver.change({ step: 1 });
    await vi.advanceTimersByTimeAsync(800);
    expect(states).toEqual(['saving', 'failed']);
    working = true;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(spy).toHaveBeenLastCalledWith({ step: 1 });
    expect(states[states.length - 1]).toBe('saved');
  });

  it('does not repeat what the server refused until something changes or the page is come back to', async () => {
    let welcome = false;
    const { saver, spy, states } = setUp(async () => {
      if (!welcome) throw new ApiError(20214, 'taken back', 422);
      return 'now';
    });
    saver.change({ step: 1 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(spy).toHaveBeenCalledTimes(1);
    saver.change({ step: 2 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(spy).toHaveBeenCalledTimes(2);
    expect(states).toEqual(['saving', 'refused', 'refused']);
    welcome = true;
    saver.flush();
    await vi.advanceTimersByTimeAsync(0);
    expect(spy).toHaveBeenLastCalledWith({ step: 2 });
    expect(states[states.length - 1]).toBe('saved');
  });

  it('waits as long as a server that has enough says', async () => {
    const { saver, spy, states } = setUp(async () => Promise.reject(new ApiError(20001, 'later', 429, { retryAfter: 40 })));
    saver.change({ step: 1 });
    await vi.advanceTimersByTimeAsync(800 + 40_000);
    expect(spy).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(12_000);
    expect(spy).toHaveBeenCalledTimes(2);
    expect(states[1]).toBe('failed');
  });

  it('keeps quiet once the form was submitted', async () => {
    const { saver, spy } = setUp(async () => 'now');
    saver.change({ step: 1 });
    await saver.stop();
    saver.flush();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(spy).not.toHaveBeenCalled();
  });

  it('lets a submission wait for the save on its way, and does not repeat it when it fails', async () => {
    let fail: (error: Error) => void = () => undefined;
    const { saver, spy } = setUp(() => new Promise((_, reject) => (fail = reject)));
    saver.change({ step: 1 });
    saver.flush();
    const stopped = vi.fn();
    void saver.stop().then(stopped);
    await vi.advanceTimersByTimeAsync(100);
    expect(stopped).not.toHaveBeenCalled();
    fail(new Error('offline'));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(stopped).toHaveBeenCalled();
    expect(spy).toHaveBeenCalledTimes(1);
  });

  it('forgets the draft behind a submission whose earlier answer was lost, and only then', async () => {
    const { saver, spy } = setUp(async () => 'now');
    const submit = async (answer: Promise<string>) => {
      await saver.sending(() => answer, () => ({ step: 1 })).catch(() => undefined);
      await vi.advanceTimersByTimeAsync(2_000);
    };
    await submit(Promise.reject(new ApiError(20214, 'a wrong number', 422)));
    await submit(Promise.resolve('taken'));
    expect(spy.mock.calls).toEqual([[{ step: 1 }]]);
    await submit(Promise.reject(new Error('the answer was lost')));
    await submit(Promise.resolve('taken before'));
    await submit(Promise.resolve('another form'));
    expect(spy.mock.calls.slice(1)).toEqual([[{ step: 1 }], [null]]);
  });
});
