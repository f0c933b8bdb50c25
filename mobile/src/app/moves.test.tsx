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

describe('a move', () => {
  beforeEach(() => void show(<Probe />));

  // spec: 2.transitions
  it('goes forward to a page, in its place for a replacement, and without a slide to another tab', () => {
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
  it('back goes back in history, and to / when there is none', () => {
    const goBack = vi.spyOn(history, 'goBack').mockReturnValue();
    // Pages of other sites are before the first one, so the browser's history is longer than the app's.
    vi.spyOn(window.history, 'length', 'get').mockReturnValue(5);
    nav.back();
    expect(goBack).not.toHaveBeenCalled();
    expect(push.mock.calls, '/ is /m/home').toEqual([['/m/home', 'back', 'replace']]);
    act(() => history.push('/m/loan/list'));
    nav.back();
    expect(goBack).toHaveBeenCalledTimes(1);
    expect(push).toHaveBeenCalledTimes(1);
  });

  it('to the page that is there already, by a second tap, leads nowhere', () => {
    nav.to('/m/loan/list');
    expect(push).not.toHaveBeenCalled();
  });
});

describe('a page that lies behind another', () => {
  const own: OwnPage = { pathname: '/m/repay/paycode', later: null };
  const comeToFront = () => leaveIfOver(own, history.location.pathname);

  beforeEach(() => {
    own.later = null;
    show(<OwnPageContext.Provider value={own}><Probe /></OwnPageContext.Provider>);
    history.replace('/m/repay/ask?intentId=1');
  });

  it('leads nowhere, neither deeper nor to a tab', () => {
    nav.to('/m/repay/guide');
    nav.tab('/m/home');
    history.replace('/m/repay/paycode?intentId=1');
    comeToFront();
    expect(push).not.toHaveBeenCalled();
  });

  it('leaves once when it is come back to, if it was over', () => {
    nav.replace('/m/repay/result?paymentId=1');
    nav.replace('/m/repay/result?paymentId=2');
    comeToFront();
    expect(push, 'still behind').not.toHaveBeenCalled();
    history.replace('/m/repay/paycode?intentId=1');
    comeToFront();
    comeToFront();
    expect(push.mock.calls).toEqual([['/m/repay/result?paymentId=2', 'forward', 'replace']]);
  });

  it('goes back further when it is come back to', () => {
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

describe('the back key of the phone', () => {
  it('closes what lies on top, one after the other, before it leaves the page', () => {
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
  });

  it('goes to the page before, also after a reload, and leaves the app on the first one', async () => {
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
    expect(start.isFirstPage(), 'in the place of the first').toBe(true);
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
});

it('there is one outlet, and every page of the table is in it', () => {
  const sources = import.meta.glob<string>('../**/*.tsx', { query: '?raw', import: 'default', eager: true });
  const outlets = Object.entries(sources).flatMap(([file, source]) => (/\.test\.|\/gallery\//.test(file) ? [] : Array.from(source.matchAll(/<IonRouterOutlet/g), () => file)));
  expect(outlets).toEqual(['./App.tsx']);
  expect(sources['./App.tsx']).toMatch(/<IonRouterOutlet>\s*\{table\.map/);
});
