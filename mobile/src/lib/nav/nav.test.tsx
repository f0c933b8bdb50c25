import { render, screen } from '@testing-library/react';
import { createMemoryHistory } from 'history';
import { act } from 'react';
import { Router } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { lazyPage } from '../lazy';
import { inFrontSince } from './front';
import { history as appHistory } from './history';
import { usePageVisible } from './pageVisible';
import { OwnPageContext, useNav, useQueryParam, type Nav } from './nav';
import { RouteContext, type RouteDefinition } from './route';

vi.mock('@ionic/react', async (original) => ({ ...(await original<object>()), useIonRouter: () => ({ push: (path: string) => appHistory.replace(path) }) }));

function Shown() {
  return <p>{useQueryParam('orderId') ?? 'none'}</p>;
}

const row: RouteDefinition = { path: '/m/repay/normal', page: lazyPage([], () => new Promise(() => undefined)), title: 'common:app.name' };

describe('useQueryParam', () => {
  // spec: 2.routes-table
  it('reads the parameters that the route table lists, and throws for any other', () => {
    const open = (named: RouteDefinition) =>
      render(
        <Router history={createMemoryHistory({ initialEntries: ['/m/repay/normal?orderId=1'] })}>
          <RouteContext.Provider value={named}>
            <Shown />
          </RouteContext.Provider>
        </Router>,
      );
    open({ ...row, query: ['orderId'] });
    screen.getByText('1');
    vi.spyOn(console, 'error').mockReturnValue();
    expect(() => open(row)).toThrow('/m/repay/normal has no query parameter orderId');
    vi.restoreAllMocks();
  });

  it('follows its own page and ignores the page in front', () => {
    const history = createMemoryHistory({ initialEntries: ['/m/repay/normal'] });
    render(
      <Router history={history}>
        <Shown />
      </Router>,
    );
    screen.getByText('none');
    act(() => history.replace('/m/repay/normal?orderId=1'));
    screen.getByText('1');
    act(() => history.push('/m/order/detail/2?orderId=2'));
    expect(screen.queryByText('2')).toBeNull();
    screen.getByText('1');
  });
});

describe('useNav', () => {
  it('counts a page as in front since the navigation to it, or since the given time', () => {
    let nav: Nav;
    const Leads = () => {
      nav = useNav();
      return null;
    };
    render(
      <Router history={appHistory}>
        <Leads />
      </Router>,
    );
    act(() => nav.replace('/m/home', 1234));
    expect(inFrontSince()).toBe(1234);
    act(() => nav.replace('/m/order/list'));
    expect(inFrontSince()).toBeGreaterThan(1234);
  });
});

describe('usePageVisible', () => {
  it('is true while the page is in front and the app is visible', () => {
    const history = createMemoryHistory({ initialEntries: ['/m/customer/inbox'] });
    const own = { pathname: '/m/customer/inbox', later: null };
    const Seen = () => <p>{usePageVisible() ? 'seen' : 'not seen'}</p>;
    render(
      <Router history={history}>
        <OwnPageContext.Provider value={own}>
          <Seen />
        </OwnPageContext.Provider>
      </Router>,
    );
    screen.getByText('seen');
    act(() => history.push('/m/order/detail/1'));
    screen.getByText('not seen');
    act(() => history.goBack());
    screen.getByText('seen');
    const put = (away: boolean) =>
      act(() => {
        vi.spyOn(document, 'hidden', 'get').mockReturnValue(away);
        document.dispatchEvent(new Event('visibilitychange'));
      });
    put(true);
    screen.getByText('not seen');
    put(false);
    screen.getByText('seen');
  });
});
