import { IonRouterContext, type IonRouterContextState } from '@ionic/react';
import { act, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Router } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HardwareBack } from './listeners/HardwareBack';
import { history } from '@/lib/nav/history';
import { leaveIfOver, OwnPageContext, useNav, type Nav, type OwnPage } from '@/lib/nav/nav';
import { useOverlayBack } from '@/ui/overlay/backStack';

const exitApp = vi.hoisted(() => vi.fn());
vi.mock('@/bridge/backKey', () => ({ exitApp }));

let push: ReturnType<typeof vi.fn<IonRouterContextState['push']>>;
let nav: Nav;

function Probe() {
  nav = useNav();
  return null;
}

function Over({ close }: { close: () => void }) {
  useOverlayBack(true, close);
  return null;
}

const routed = (element: ReactNode) => (
  <Router history={history}>
    <IonRouterContext.Provider value={{ routeInfo: {} as never, push, back: vi.fn(), canGoBack: () => true, nativeBack: vi.fn() }}>{element}</IonRouterContext.Provider>
  </Router>
);
const show = (element: ReactNode) => render(routed(element));

beforeEach(() => {
  push = vi.fn();
  exitApp.mockReset();
  history.replace('/m/loan/list');
});
afterEach(() => vi.restoreAllMocks());

describe('useNav', () => {
  beforeEach(() => void show(<Probe />));

  // spec: 2.transitions
  it('goes forward to a page, replaces a page, and opens a tab without a transition', () => {
    nav.to('/m/loan/detail/1');
    nav.replace('/m/home');
    nav.tab('/m/home/mine');
    expect(push.mock.calls).toEqual([
      ['/m/loan/detail/1', 'forward', 'push'],
      ['/m/home', 'forward', 'replace'],
      ['/m/home/mine', 'none', 'push'],
    ]);
  });

  // spec: 2.header-back-history, 2.transitions
  it('goes back in history, or to / if there is no history', () => {
    const goBack = vi.spyOn(history, 'goBack').mockReturnValue();
    // Pages of other sites are before the first one, so the browser's history is longer than the app's.
    vi.spyOn(window.history, 'length', 'get').mockReturnValue(5);
    nav.back();
    expect(goBack).not.toHaveBeenCalled();
    expect(push.mock.calls, '/ redirects to /m/home').toEqual([['/m/home', 'back', 'replace']]);
    act(() => history.push('/m/loan/list'));
    nav.back();
    expect(goBack).toHaveBeenCalledTimes(1);
    expect(push).toHaveBeenCalledTimes(1);
  });

  it('ignores a navigation to the page that is already in front', () => {
    nav.to('/m/loan/list');
    expect(push).not.toHaveBeenCalled();
  });
});

describe('useNav in a page behind another', () => {
  const own: OwnPage = { pathname: '/m/repay/paycode', later: null };
  const comeToFront = () => leaveIfOver(own, history.location.pathname);

  beforeEach(() => {
    own.later = null;
    show(<OwnPageContext.Provider value={own}><Probe /></OwnPageContext.Provider>);
    history.replace('/m/repay/ask?intentId=1');
  });

  it('ignores navigation to a page or to a tab', () => {
    nav.to('/m/repay/guide');
    nav.tab('/m/home');
    history.replace('/m/repay/paycode?intentId=1');
    comeToFront();
    expect(push).not.toHaveBeenCalled();
  });

  it('postpones the last replacement until the user returns to the page, and runs it once', () => {
    nav.replace('/m/repay/result?paymentId=1');
    nav.replace('/m/repay/result?paymentId=2');
    comeToFront();
    expect(push, 'while the page is still behind').not.toHaveBeenCalled();
    history.replace('/m/repay/paycode?intentId=1');
    comeToFront();
    comeToFront();
    expect(push.mock.calls).toEqual([['/m/repay/result?paymentId=2', 'forward', 'replace']]);
  });

  it('postpones going back until the user returns to the page', () => {
    const goBack = vi.spyOn(history, 'goBack').mockReturnValue();
    nav.back();
    expect(goBack).not.toHaveBeenCalled();
    history.push('/m/repay/ask');
    history.replace('/m/repay/paycode?intentId=1');
    comeToFront();
    expect(goBack).toHaveBeenCalledTimes(1);
  });
});

/** Presses the phone's back key, as Ionic dispatches it. */
function backKey(): void {
  const handlers: (() => void)[] = [];
  act(() => void document.dispatchEvent(new CustomEvent('ionBackButton', { detail: { register: (_: number, handler: () => void) => handlers.push(handler) } })));
  act(() => handlers.forEach((handler) => handler()));
}

describe('HardwareBack', () => {
  it('closes overlays one by one, topmost first, before it leaves the page', () => {
    history.push('/m/loan/detail/1');
    const goBack = vi.spyOn(history, 'goBack').mockReturnValue();
    const [first, second] = [vi.fn(), vi.fn()];
    const { rerender } = show(<><HardwareBack /><Over close={first} /><Over close={second} /></>);
    backKey();
    expect(second).toHaveBeenCalledTimes(1);
    expect(first).not.toHaveBeenCalled();
    expect(goBack).not.toHaveBeenCalled();
    rerender(routed(<><HardwareBack /><Over close={first} /></>));
    backKey();
    expect(first).toHaveBeenCalledTimes(1);
    expect(goBack).not.toHaveBeenCalled();
    rerender(routed(<HardwareBack />));
    backKey();
    expect(goBack).toHaveBeenCalledTimes(1);
    expect(first, 'a closed overlay is not asked again').toHaveBeenCalledTimes(1);
  });

  it('goes back, also after a reload, and exits the app on the first page', async () => {
    const entries = [{ key: 'a', pathname: '/m/home' }, { key: 'b', pathname: '/m/terms' }];
    /** Loads the app on one entry of the tab's history. */
    const load = async (at: number) => {
      vi.resetModules();
      window.history.replaceState({ key: entries[at]!.key }, '', entries[at]!.pathname);
      const fresh = await import('@/lib/nav/history');
      return { ...fresh, goBack: vi.spyOn(fresh.history, 'goBack').mockReturnValue(), Listener: (await import('./listeners/HardwareBack')).HardwareBack };
    };
    sessionStorage.clear();
    const start = await load(0);
    start.history.replace('/m/home?cc=1');
    entries[0]!.key = start.history.location.key!;
    expect(start.isFirstPage(), 'after a replacement of the first page').toBe(true);
    const reloaded = await load(1);
    const view = render(<reloaded.Listener />);
    backKey();
    expect(reloaded.goBack).toHaveBeenCalledTimes(1);
    expect(exitApp).not.toHaveBeenCalled();
    view.unmount();
    const back = await load(0);
    render(<back.Listener />);
    backKey();
    expect(back.goBack).not.toHaveBeenCalled();
    expect(exitApp).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['/m/auth/identity', '/m/home', 0],
    ['/m/order/detail/42', '/m/home', 0],
    ['/m/home/mine', '/m/home/mine', 1],
    ['/m/delAccount', '/m/delAccount', 1],
  ])('the back key on %s, with which the app has begun, leads to %s', async (path, next, exits) => {
    vi.resetModules();
    sessionStorage.clear();
    window.history.replaceState(null, '', path);
    const fresh = await import('@/lib/nav/history');
    const { HardwareBack: Listener } = await import('./listeners/HardwareBack');
    render(<Listener />);
    backKey();
    expect(fresh.history.location.pathname).toBe(next);
    expect(exitApp).toHaveBeenCalledTimes(exits);
  });
});

it('the app has one router outlet, which contains every route of the table', () => {
  const sources = import.meta.glob<string>('../**/*.tsx', { query: '?raw', import: 'default', eager: true });
  const outlets = Object.entries(sources).flatMap(([file, source]) => (/\.test\.|\/gallery\//.test(file) ? [] : Array.from(source.matchAll(/<IonRouterOutlet/g), () => file)));
  expect(outlets).toEqual(['./App.tsx']);
  expect(sources['./App.tsx']).toMatch(/<IonRouterOutlet>\s*\{table\.map/);
});
