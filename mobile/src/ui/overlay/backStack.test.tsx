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
const showOverlays = (...names: string[]) => view.rerender(<>{['sheet', 'alert'].map((name) => <Over key={name} name={name} open={names.includes(name)} />)}</>);

const touch = () => window.dispatchEvent(new Event('pointerup'));
/** Opens overlays after a touch. */
const tap = (...names: string[]) => {
  touch();
  showOverlays(...names);
};
const entriesAdded = (by = 1) => vi.waitFor(() => expect(level()).toBe(by));
const entriesRemoved = () => vi.waitFor(() => expect(level()).toBe(0));
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
  showOverlays();
  await entriesRemoved();
  view.unmount();
  vi.restoreAllMocks();
});

describe('back', () => {
  it('closes the overlays one after the other from the top, and then leaves the page', async () => {
    const heard = vi.fn();
    const stop = history.listen(heard);
    const push = vi.spyOn(window.history, 'pushState');
    tap('sheet');
    await entriesAdded();
    tap('sheet', 'alert');
    await entriesAdded(2);
    await goBack();
    await vi.waitFor(() => expect(closed.mock.calls).toEqual([['alert']]));
    showOverlays('sheet');
    await goBack();
    await vi.waitFor(() => expect(closed).toHaveBeenLastCalledWith('sheet'));
    showOverlays();
    await soon();
    expect(address()).toBe('/m/order/detail/1');
    expect(heard, 'the router is not notified').not.toHaveBeenCalled();
    expect(push, 'no history entry is added after a step back without a touch').toHaveBeenCalledTimes(2);
    await goBack();
    await arrive('/m/order/list');
    expect(closed).toHaveBeenCalledTimes(2);
    stop();
  });

  it('delays navigation from an overlay, and dates the new page from when the navigation was requested', async () => {
    tap('sheet');
    await entriesAdded();
    const asked = Date.now();
    moveFromLevel(0, () => history.replace('/m/home'));
    expect(address()).toBe('/m/order/detail/1');
    vi.spyOn(Date, 'now').mockReturnValue(asked + 5000);
    await arrive('/m/home');
    expect(inFrontSince()).toBeLessThan(asked + 5000);
  });

  it('leaves the page at once from an unused entry, which is removed after a while', async () => {
    tap('sheet');
    await entriesAdded();
    showOverlays();
    await goBack();
    await arrive('/m/order/list');
    expect(closed).not.toHaveBeenCalled();
    tap('sheet');
    await entriesAdded();
    showOverlays();
    await entriesRemoved();
    expect(address()).toBe('/m/order/list');
  });

  it('closes one overlay at a time, even if one that opened without a touch has no entry yet', async () => {
    tap('sheet');
    await entriesAdded();
    await goBack();
    await vi.waitFor(() => expect(closed).toHaveBeenCalledTimes(1));
    touch();
    await entriesAdded();
    showOverlays('sheet', 'alert');
    await entriesAdded(2);
    await goBack();
    await vi.waitFor(() => expect(closed.mock.calls.slice(1)).toEqual([['alert']]));
    showOverlays('alert', 'sheet');
    await soon();
    expect(level()).toBe(1);
    await goBack();
    await vi.waitFor(() => expect(closed).toHaveBeenCalledTimes(3));
  });

  it('closes an overlay that opened without a touch once the page is touched', async () => {
    const push = vi.spyOn(window.history, 'pushState');
    await goBack();
    await arrive('/m/order/list');
    showOverlays('alert');
    await soon();
    expect(push, 'without a touch the browser would skip every entry of the page').not.toHaveBeenCalled();
    touch();
    await entriesAdded();
    await goBack();
    await vi.waitFor(() => expect(closed.mock.calls).toEqual([['alert']]));
    expect(address()).toBe('/m/order/list');
  });
});

describe('a step within the page lies below the overlays', () => {
  const show = (step: boolean, ...names: string[]) => view.rerender(<><Step taken={step} />{['sheet', 'alert'].map((name) => <Over key={name} name={name} open={names.includes(name)} />)}</>);

  it('whichever was opened first', async () => {
    touch();
    show(false, 'sheet');
    await entriesAdded();
    show(true, 'sheet');
    touch();
    await entriesAdded(2);
    await goBack();
    await vi.waitFor(() => expect(closed.mock.calls).toEqual([['sheet']]));
    show(true);
    await goBack();
    await vi.waitFor(() => expect(closed.mock.calls.slice(1)).toEqual([['step']]));
    show(false);
    await soon();
    expect(address()).toBe('/m/order/detail/1');
  });

  it('also in the native app, whose back key takes the top item', () => {
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

  it('but not below overlays of a page that was left', async () => {
    touch();
    show(false, 'sheet');
    await entriesAdded();
    history.push('/m/loan/list');
    await soon();
    touch();
    show(true, 'sheet');
    await entriesAdded();
    await goBack();
    await vi.waitFor(() => expect(closed.mock.calls).toEqual([['step']]));
    show(false);
    await soon();
    expect(address()).toBe('/m/loan/list');
  });
});

it('an overlay that opens right after another closed uses the same history entry', async () => {
  const [push, go] = [vi.spyOn(window.history, 'pushState'), vi.spyOn(window.history, 'go')];
  tap('sheet');
  await entriesAdded();
  showOverlays();
  await soon();
  showOverlays('alert');
  await soon();
  expect(push).toHaveBeenCalledTimes(1);
  expect(go).not.toHaveBeenCalled();
  await goBack();
  await vi.waitFor(() => expect(closed.mock.calls).toEqual([['alert']]));
});

it('forward opens no overlay again, and stays on the page', async () => {
  tap('sheet');
  await entriesAdded();
  await goBack();
  await vi.waitFor(() => expect(closed).toHaveBeenCalled());
  showOverlays();
  const go = vi.spyOn(window.history, 'go');
  await act(async () => window.history.forward());
  await vi.waitFor(() => expect(go.mock.calls).toEqual([[-1]]));
  await soon();
  expect(level()).toBe(0);
  expect(address()).toBe('/m/order/detail/1');
});

describe('navigation from an overlay starts from the page', () => {
  it('a push replaces the entry of the overlay at once', async () => {
    const go = vi.spyOn(window.history, 'go');
    tap('sheet');
    await entriesAdded();
    history.push('/m/loan/list');
    expect(address()).toBe('/m/loan/list');
    expect(go).not.toHaveBeenCalled();
    await goBack();
    await arrive('/m/order/detail/1');
  });

  it('a push replaces the unused entry of a closed overlay, and nothing goes back afterwards', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const go = vi.spyOn(window.history, 'go');
    tap('sheet');
    vi.advanceTimersByTime(1);
    showOverlays();
    vi.advanceTimersByTime(50);
    expect(level()).toBe(1);
    history.push('/m/loan/list');
    vi.advanceTimersByTime(5000);
    expect(go).not.toHaveBeenCalled();
    expect(address()).toBe('/m/loan/list');
  });

  it.each([
    ['a push from an alert over a sheet', () => history.push('/m/loan/list'), '/m/loan/list', '/m/order/detail/1'],
    ['a replace', () => history.replace('/m/loan/list'), '/m/loan/list', '/m/order/list'],
    ['a step back', () => history.goBack(), '/m/order/list', undefined],
  ])('%s', async (_, move, there, behind) => {
    tap('sheet', 'alert');
    await entriesAdded(2);
    move();
    await arrive(there);
    await soon();
    expect(closed).not.toHaveBeenCalled();
    expect(level()).toBe(0);
    if (!behind) return;
    await goBack();
    await arrive(behind);
  });

  it('navigation during the removal of an entry is neither undone nor made twice', async () => {
    const go = vi.spyOn(window.history, 'go');
    tap('sheet');
    await entriesAdded();
    showOverlays();
    await vi.waitFor(() => expect(go).toHaveBeenCalledTimes(1), { interval: 1 });
    history.push('/m/loan/list');
    expect(address(), 'the push waits for the removal').toBe('/m/order/detail/1');
    history.replace('/m/loan/detail/1');
    await arrive('/m/loan/detail/1');
    await soon();
    expect(address()).toBe('/m/loan/detail/1');
    expect(go).toHaveBeenCalledTimes(1);
    await goBack();
    await arrive('/m/order/detail/1');
  });

  it('a push after a step back starts from the page before', async () => {
    history.goBack();
    history.push('/m/loan/list');
    await arrive('/m/loan/list');
    await goBack();
    await arrive('/m/order/list');
  });

  it('a queued navigation is made even if the one before it fails', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    history.goBack();
    moveFromLevel(1, () => {
      throw new Error('first navigation failed');
    });
    history.push('/m/loan/list');
    expect(() => vi.advanceTimersByTime(50)).toThrow('first navigation failed');
    expect(address()).toBe('/m/loan/list');
  });

  it('a navigation is made even if the browser drops the step before it', async () => {
    tap('sheet');
    await entriesAdded();
    const go = vi.spyOn(window.history, 'go').mockReturnValue();
    history.replace('/m/loan/list');
    await vi.waitFor(() => expect(address()).toBe('/m/loan/list'));
    expect(go).toHaveBeenCalledTimes(1);
  });
});

it('in the native app, which handles the back key, overlays add no history entries', async () => {
  native.app = true;
  const push = vi.spyOn(window.history, 'pushState');
  tap('sheet');
  history.push('/m/loan/list');
  await soon();
  expect(address()).toBe('/m/loan/list');
  expect(push).toHaveBeenCalledTimes(1);
});
