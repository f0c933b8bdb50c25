import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DraftSaver, type Draft, type DraftState } from './draftSaver';
import { ApiError } from './api';
import { removeLocalAll } from '@/base/storage/local';

type Save = (values: Record<string, unknown> | null) => Promise<string>;

/** The draft store of a form that was opened empty. */
const store = (save: Save) => ({ name: 'personal', start: { values: {}, savedAt: null }, read: () => Promise.reject(new Error('no other tab has saved the draft')), save });

function setUp(save: Save) {
  const states: DraftState['at'][] = [];
  const spy = vi.fn(save);
  return { saver: new DraftSaver(store(spy), (state) => states.push(state.at)), spy, states };
}

/** A fake server that stores the draft of one form, and opens it in further tabs. */
function setUpServer(values: Record<string, unknown>) {
  let saves = 0;
  const server: { draft: Draft; read: () => Promise<Draft>; save: Save } = {
    draft: { values, savedAt: null },
    read: vi.fn(async () => server.draft),
    save: async (typed) => {
      saves += 1;
      server.draft = { values: structuredClone(typed ?? {}), savedAt: typed && `save ${saves}` };
      return `save ${saves}`;
    },
  };
  const open = () => new DraftSaver({ name: 'personal', start: server.draft, read: server.read, save: server.save }, () => undefined);
  const pause = () => vi.advanceTimersByTimeAsync(800);
  return { server, open, pause };
}

beforeEach(() => {
  vi.useFakeTimers();
  // Without the random spread of retries.
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
  vi.useRealTimers();
  removeLocalAll('');
});

describe('DraftSaver', () => {
  it('saves the newest values once after a pause in typing', async () => {
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

  it('keeps unsaved values on the phone until the server has them', async () => {
    const kept: unknown[] = [];
    let line = false;
    const saver = new DraftSaver(store(async () => (line ? 'now' : Promise.reject(new Error('no line')))), () => undefined, (values) => kept.push(values));
    saver.change({ nickname: 'Hoa' });
    await vi.advanceTimersByTimeAsync(3_000);
    expect(kept).toEqual([{ nickname: 'Hoa' }]);
    line = true;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(kept).toEqual([{ nickname: 'Hoa' }, null]);
  });

  it('saves immediately when the page is left', async () => {
    const { saver, spy } = setUp(async () => 'now');
    saver.change({ nickname: 'Hoa' });
    saver.flush();
    expect(spy).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(spy).toHaveBeenCalledTimes(1);
  });

  it('runs one save at a time, and saves later changes after it', async () => {
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

  it('retries after a failure', async () => {
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

  it('retries with the newer values typed after the failure', async () => {
    let working = false;
    const { saver, spy, states } = setUp(async () => {
      if (!working) throw new Error('offline');
      return 'now';
    });
    saver.change({ step: 1 });
    await vi.advanceTimersByTimeAsync(800);
    expect(spy.mock.calls).toEqual([[{ step: 1 }]]);
    working = true;
    saver.change({ step: 2 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(spy.mock.calls, 'the older values are not sent again').toEqual([[{ step: 1 }], [{ step: 2 }]]);
    expect(states.at(-1)).toBe('saved');
  });

  it('does not retry a rejected save until the next change or flush', async () => {
    let accepted = false;
    const { saver, spy, states } = setUp(async () => {
      if (!accepted) throw new ApiError(20214, 'taken back', 422);
      return 'now';
    });
    saver.change({ step: 1 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(spy).toHaveBeenCalledTimes(1);
    saver.change({ step: 2 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(spy).toHaveBeenCalledTimes(2);
    expect(states).toEqual(['saving', 'refused', 'refused']);
    accepted = true;
    saver.flush();
    await vi.advanceTimersByTimeAsync(0);
    expect(spy).toHaveBeenLastCalledWith({ step: 2 });
    expect(states[states.length - 1]).toBe('saved');
  });

  it('waits for the retryAfter of the server before a retry', async () => {
    const { saver, spy, states } = setUp(async () => Promise.reject(new ApiError(20001, 'later', 429, { retryAfter: 40 })));
    saver.change({ step: 1 });
    await vi.advanceTimersByTimeAsync(800 + 40_000);
    expect(spy).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(12_000);
    expect(spy).toHaveBeenCalledTimes(2);
    expect(states[1]).toBe('failed');
  });

  it('saves nothing after the form was submitted', async () => {
    const { saver, spy } = setUp(async () => 'now');
    saver.change({ step: 1 });
    await saver.stop();
    saver.flush();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(spy).not.toHaveBeenCalled();
  });

  it('a submission waits for the running save, which is not retried if it fails', async () => {
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

  it('deletes the draft after a submission only if the response to an earlier attempt was lost', async () => {
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

  it('merges the changes made here into the draft that another tab has saved', async () => {
    const { server, open, pause } = setUpServer({ nickname: '', address: '', education: 2 });
    const [one, two] = [open(), open()];
    two.change({ nickname: 'Hoa', address: '', education: 2 });
    await pause();
    one.change({ nickname: '', address: '5 Lê Lợi', education: 2 });
    await pause();
    expect(server.draft.values).toEqual({ nickname: 'Hoa', address: '5 Lê Lợi', education: 2 });
    two.change({ nickname: 'Hoa', address: '9 Hàng Bài', education: 2 });
    await pause();
    one.change({ nickname: '', address: '5 Lê Lợi', education: null });
    await pause();
    expect(server.draft.values, 'saved values no longer count as changes').toEqual({ nickname: 'Hoa', address: '9 Hàng Bài', education: null });
    one.change({ nickname: '', address: '5 Lê Lợi', education: 3 });
    await pause();
    expect(server.read, 'only if another tab saved last').toHaveBeenCalledTimes(3);
    expect(server.draft.values).toEqual({ nickname: 'Hoa', address: '9 Hàng Bài', education: 3 });
  });

  it('merges a list of people person by person', async () => {
    const people = (one: string, two: string) => ({ contacts: [{ name: one, phone: '' }, { name: two, phone: '' }] });
    const { server, open, pause } = setUpServer(people('', ''));
    const [one, two] = [open(), open()];
    two.change(people('Hoa', ''));
    await pause();
    one.change(people('', 'Lan'));
    await pause();
    expect(server.draft.values).toEqual(people('Hoa', 'Lan'));
  });

  it('detects a change that the form made in place in a list', async () => {
    const { server, open, pause } = setUpServer({ contacts: [] });
    const saver = open();
    const form = { contacts: [{ name: 'Hoa' }] };
    saver.change(form);
    await pause();
    form.contacts[0]!.name = 'Hoa N';
    saver.comeBack();
    saver.change(form);
    await pause();
    expect(server.draft.values).toEqual({ contacts: [{ name: 'Hoa N' }] });
  });

  it('saves only the changed values after another tab has submitted the form', async () => {
    const { server, open, pause } = setUpServer({ nickname: 'Hoa', address: '5 Lê Lợi' });
    const [one, two] = [open(), open()];
    await two.sending(async () => void (server.draft = { values: {}, savedAt: null }), () => ({}));
    one.change({ nickname: 'Hoa', address: '6 Lê Lợi' });
    await pause();
    expect(server.draft.values).toEqual({ address: '6 Lê Lợi' });
  });

  it('reads the stored draft after a return to the page, because another phone may have changed it', async () => {
    const { server, open, pause } = setUpServer({ nickname: '', address: '' });
    const saver = open();
    server.draft = { values: { nickname: 'Hoa', address: '' }, savedAt: 'on the other phone' };
    saver.comeBack();
    expect(server.read, 'there is nothing to save yet').not.toHaveBeenCalled();
    saver.change({ nickname: '', address: '5 Lê Lợi' });
    await pause();
    expect(server.draft.values).toEqual({ nickname: 'Hoa', address: '5 Lê Lợi' });
  });

  it('saves the whole form again if the response was lost, because the server may have deleted the draft', async () => {
    const { server, open, pause } = setUpServer({});
    const saver = open();
    const form = { nickname: 'Hoa', address: '5 Lê Lợi' };
    saver.change(form);
    await pause();
    const send = async () => {
      server.draft = { values: {}, savedAt: null };
      throw new Error('the answer was lost');
    };
    await saver.sending(send, () => form).catch(() => undefined);
    saver.comeBack();
    await pause();
    expect(server.draft.values).toEqual(form);
  });

  describe('a form that is opened again before the page that was left could save it', () => {
    /** The page that was left has failed once, and would save again after RETRY_MS. */
    async function leftUnsaved() {
      const { server, open, pause } = setUpServer({});
      const { save } = server;
      server.save = () => Promise.reject(new Error('no line'));
      const left = new DraftSaver({ name: 'personal', start: server.draft, read: server.read, save: (typed) => server.save(typed) }, () => undefined);
      left.change({ nickname: 'Hoa' });
      left.leave();
      await vi.advanceTimersByTimeAsync(0);
      server.save = save;
      const again = open();
      again.enter();
      return { server, again, pause };
    }

    it('is saved by the new page alone', async () => {
      const { server, again, pause } = await leftUnsaved();
      again.change({ nickname: 'Mai' });
      await pause();
      await vi.advanceTimersByTimeAsync(10_000);
      expect(server.draft.values).toEqual({ nickname: 'Mai' });
    });

    it('is saved even if nothing is changed on the new page', async () => {
      const { server } = await leftUnsaved();
      await vi.advanceTimersByTimeAsync(1_000);
      expect(server.draft.values).toEqual({ nickname: 'Hoa' });
    });

    it('keeps on the phone what was typed on the new page while the last save of the other one succeeded', async () => {
      const { server, open } = setUpServer({});
      const left = open();
      left.change({ nickname: 'Hoa' });
      left.leave();
      let kept: unknown = null;
      const again = new DraftSaver({ name: 'personal', start: server.draft, read: server.read, save: () => Promise.reject(new Error('no line')) }, () => undefined, (values) => (kept = values));
      again.enter();
      again.change({ nickname: 'Mai' });
      await vi.advanceTimersByTimeAsync(1_000);
      expect(kept).toEqual({ nickname: 'Mai' });
    });

    it('leaves no draft behind after it was submitted', async () => {
      const { server, again } = await leftUnsaved();
      await again.sending(async () => void (server.draft = { values: {}, savedAt: null }), () => ({}));
      await vi.advanceTimersByTimeAsync(10_000);
      expect(server.draft.values).toEqual({});
    });

    it('waits for the save that is still running', async () => {
      const { server, open, pause } = setUpServer({});
      const { save } = server;
      let arrive = () => {};
      server.save = async (typed) => {
        await new Promise<void>((resolve) => (arrive = resolve));
        return save(typed);
      };
      const left = open();
      left.change({ nickname: 'Hoa' });
      left.leave();
      server.save = save;
      const again = open();
      again.enter();
      again.change({ nickname: 'Mai' });
      await pause();
      arrive();
      await vi.advanceTimersByTimeAsync(10_000);
      expect(server.draft.values).toEqual({ nickname: 'Mai' });
    });
  });
});
