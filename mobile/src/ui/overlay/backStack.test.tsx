import { render, type RenderResult } from '@testing-library/react';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useOverlayBack } from './backStack';
import { useBackStep } from './useBackStep';
import { inFrontSince } from '@/lib/nav/front';
import { history } from '@/lib/nav/history';
import { moveFromLevel, level, topBackStep } from '@/lib/nav/overlayEntry';

const native = vi.hoisted(() => ({ app: false }));
vi.mock('@/bridge/shell', () => ({ isNativeApp: () => native.app }));

const closed = vi.fn<(which: string) => void>();

function Over({ name, open }: { name: string; open: boolean }) {
  useOverlayBack(open, () => closed(name));
  return null;
}

function Step({ taken }: { taken: boolean }) {
  useBackStep(taken, () => closed('step'));
  return null;
}

let view: RenderResult;
/** Opens these overlays over the page; the last one is on top. */
const cover = (...names: string[]) => view.rerender(<>{['sheet', 'alert'].map((name) => <Over key={name} name={name} open={names.includes(name)} />)}</>);

const touch = () => window.dispatchEvent(new Event('pointerup'));
/** Opens overlays after a touch. */
const tap = (...names: string[]) => {
  touch();
  cover(...names);
};
/** An unused overlay entry is kept for a while. */
const SPARE = { timeout: 4000 };
const covered = (by = 1) => vi.waitFor(() => expect(level()).toBe(by));
const bare = () => vi.waitFor(() => expect(level()).toBe(0), SPARE);
const address = () => window.location.pathname;
const arrive = (path: string) => vi.waitFor(() => expect(address()).toBe(path));
const goBack = () => act(async () => window.history.back());
/** Waits until deferred work is done. */
const soon = () => act(() => new Promise((resolve) => void setTimeout(resolve, 20)));

beforeEach(() => {
  closed.mockReset();
  native.app = false;
  history.push('/m/order/list');
  history.push('/m/order/detail/1');
  view = render(<></>);
});
afterEach(async () => {
  vi.useRealTimers();
  cover();
  await bare();
  view.unmount();
  vi.restoreAllMocks();
});

describe('back', () => {
  it('is for what lies on top, one after the other, and then for the page', async () => {
    const heard = vi.fn();
    const stop = history.listen(heard);
    const push = vi.spyOn(window.history, 'pushState');
    tap('sheet');
    await covered();
    tap('sheet', 'alert');
    await covered(2);
    await goBack();
    await vi.waitFor(() => expect(closed.mock.calls).toEqual([['alert']]));
    cover('sheet');
    await goBack();
    await vi.waitFor(() => expect(closed).toHaveBeenLastCalledWith('sheet'));
    cover();
    await soon();
    expect(address()).toBe('/m/order/detail/1');
    expect(heard, 'the router').not.toHaveBeenCalled();
    expect(push, 'without a touch after a step no entry is made').toHaveBeenCalledTimes(2);
    await goBack();
    await arrive('/m/order/list');
    expect(closed).toHaveBeenCalledTimes(2);
    stop();
  });

  it('makes a page wait that is led to from a sheet; what it asks for meanwhile it has asked for since it was led to', async () => {
    tap('sheet');
    await covered();
    const asked = Date.now();
    moveFromLevel(0, () => history.replace('/m/home'));
    expect(address()).toBe('/m/order/detail/1');
    vi.spyOn(Date, 'now').mockReturnValue(asked + 5000);
    await arrive('/m/home');
    expect(inFrontSince()).toBeLessThan(asked + 5000);
  });

  it('leads on at once from an entry that was left over, and it is gone by itself after a while', async () => {
    tap('sheet');
    await covered();
    cover();
    await goBack();
    await arrive('/m/order/list');
    expect(closed).not.toHaveBeenCalled();
    tap('sheet');
    await covered();
    cover();
    await bare();
    expect(address()).toBe('/m/order/list');
  });

  it('closes one at a time, also where what opened by itself has no entry yet', async () => {
    tap('sheet');
    await covered();
    await goBack();
    await vi.waitFor(() => expect(closed).toHaveBeenCalledTimes(1));
    touch();
    await covered();
    cover('sheet', 'alert');
    await covered(2);
    await goBack();
    await vi.waitFor(() => expect(closed.mock.calls.slice(1)).toEqual([['alert']]));
    cover('alert', 'sheet');
    await soon();
    expect(level()).toBe(1);
    await goBack();
    await vi.waitFor(() => expect(closed).toHaveBeenCalledTimes(3));
  });

  it('closes what opened by itself once the page has been touched', async () => {
    const push = vi.spyOn(window.history, 'pushState');
    await goBack();
    await arrive('/m/order/list');
    cover('alert');
    await soon();
    expect(push, 'the browser would skip all of the page').not.toHaveBeenCalled();
    touch();
    await covered();
    await goBack();
    await vi.waitFor(() => expect(closed.mock.calls).toEqual([['alert']]));
    expect(address()).toBe('/m/order/list');
  });
});

describe('a step within the page lies under what lies over the page', () => {
  const show = (step: boolean, ...names: string[]) => view.rerender(<><Step taken={step} />{['sheet', 'alert'].map((name) => <Over key={name} name={name} open={names.includes(name)} />)}</>);

  it('whichever of them came first', async () => {
    touch();
    show(false, 'sheet');
    await covered();
    show(true, 'sheet');
    touch();
    await covered(2);
    await goBack();
    await vi.waitFor(() => expect(closed.mock.calls).toEqual([['sheet']]));
    show(true);
    await goBack();
    await vi.waitFor(() => expect(closed.mock.calls.slice(1)).toEqual([['step']]));
    show(false);
    await soon();
    expect(address()).toBe('/m/order/detail/1');
  });

  it('also in the app, whose back key asks what is on top', () => {
    native.app = true;
    show(false, 'sheet', 'alert');
    show(true, 'sheet', 'alert');
    topBackStep()?.();
    show(true, 'sheet');
    topBackStep()?.();
    show(true);
    topBackStep()?.();
    show(false);
    expect(closed.mock.calls).toEqual([['alert'], ['sheet'], ['step']]);
    expect(topBackStep()).toBeUndefined();
  });

  it('but not under what lay over a page that was left', async () => {
    touch();
    show(false, 'sheet');
    await covered();
    history.push('/m/loan/list');
    await soon();
    touch();
    show(true, 'sheet');
    await covered();
    await goBack();
    await vi.waitFor(() => expect(closed.mock.calls).toEqual([['step']]));
    show(false);
    await soon();
    expect(address()).toBe('/m/loan/list');
  });
});

it('what opens for what closed has the same entry', async () => {
  const [push, go] = [vi.spyOn(window.history, 'pushState'), vi.spyOn(window.history, 'go')];
  tap('sheet');
  await covered();
  cover();
  await soon();
  cover('alert');
  await soon();
  expect(push).toHaveBeenCalledTimes(1);
  expect(go).not.toHaveBeenCalled();
  await goBack();
  await vi.waitFor(() => expect(closed.mock.calls).toEqual([['alert']]));
});

it('the way forward opens nothing again and stays on the page', async () => {
  tap('sheet');
  await covered();
  await goBack();
  await vi.waitFor(() => expect(closed).toHaveBeenCalled());
  cover();
  const go = vi.spyOn(window.history, 'go');
  await act(async () => window.history.forward());
  await vi.waitFor(() => expect(go.mock.calls).toEqual([[-1]]));
  await soon();
  expect(level()).toBe(0);
  expect(address()).toBe('/m/order/detail/1');
});

describe('a move from over a page begins at the page', () => {
  it('a step deeper takes the place of the entry at once', async () => {
    const go = vi.spyOn(window.history, 'go');
    tap('sheet');
    await covered();
    history.push('/m/loan/list');
    expect(address()).toBe('/m/loan/list');
    expect(go).not.toHaveBeenCalled();
    await goBack();
    await arrive('/m/order/detail/1');
  });

  it('a step deeper takes the place of the entry that a closed sheet left, and nothing goes back from there', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const go = vi.spyOn(window.history, 'go');
    tap('sheet');
    vi.advanceTimersByTime(1);
    cover();
    vi.advanceTimersByTime(50);
    expect(level()).toBe(1);
    history.push('/m/loan/list');
    vi.advanceTimersByTime(5000);
    expect(go).not.toHaveBeenCalled();
    expect(address()).toBe('/m/loan/list');
  });

  it.each([
    ['a step deeper from an alert over a sheet', () => history.push('/m/loan/list'), '/m/loan/list', '/m/order/detail/1'],
    ['what comes in the place of the page', () => history.replace('/m/loan/list'), '/m/loan/list', '/m/order/list'],
    ['a step back', () => history.goBack(), '/m/order/list', undefined],
  ])('%s', async (_, move, there, behind) => {
    tap('sheet', 'alert');
    await covered(2);
    move();
    await arrive(there);
    await soon();
    expect(closed).not.toHaveBeenCalled();
    expect(level()).toBe(0);
    if (!behind) return;
    await goBack();
    await arrive(behind);
  });

  it('one that is asked for while an entry is taken away is not taken away with it, nor made twice', async () => {
    const go = vi.spyOn(window.history, 'go');
    tap('sheet');
    await covered();
    cover();
    await vi.waitFor(() => expect(go).toHaveBeenCalledTimes(1), { ...SPARE, interval: 1 });
    history.push('/m/loan/list');
    expect(address(), 'the step is on its way').toBe('/m/order/detail/1');
    history.replace('/m/loan/detail/1');
    await arrive('/m/loan/detail/1');
    await soon();
    expect(address()).toBe('/m/loan/detail/1');
    expect(go).toHaveBeenCalledTimes(1);
    await goBack();
    await arrive('/m/order/detail/1');
  });

  it('one that is asked for after a step back is made from there', async () => {
    history.goBack();
    history.push('/m/loan/list');
    await arrive('/m/loan/list');
    await goBack();
    await arrive('/m/order/list');
  });

  it('one that waited is made even where the one before it fails', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    history.goBack();
    moveFromLevel(1, () => {
      throw new Error('of the first');
    });
    history.push('/m/loan/list');
    expect(() => vi.advanceTimersByTime(50)).toThrow('of the first');
    expect(address()).toBe('/m/loan/list');
  });

  it('a move is made even where the browser drops the step before it', async () => {
    tap('sheet');
    await covered();
    const go = vi.spyOn(window.history, 'go').mockReturnValue();
    history.replace('/m/loan/list');
    await vi.waitFor(() => expect(address()).toBe('/m/loan/list'), SPARE);
    expect(go).toHaveBeenCalledTimes(1);
  });
});

it('in the app, whose back key is heard, nothing is put over a page', async () => {
  native.app = true;
  const push = vi.spyOn(window.history, 'pushState');
  tap('sheet');
  history.push('/m/loan/list');
  await soon();
  expect(address()).toBe('/m/loan/list');
  expect(push).toHaveBeenCalledTimes(1);
});
