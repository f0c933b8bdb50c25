import { describe, expect, it } from 'vitest';
import { decide } from './decide';
import { lazyPage } from '@/lib/lazy';
import { redirectTarget } from '@/lib/nav/paths';
import type { RouteDefinition } from '@/lib/nav/route';

const page = lazyPage([], async () => ({ default: () => null }));
const route = (path: string, flags: Partial<RouteDefinition> = {}): RouteDefinition => ({ path, page, title: 'common:app.name', ...flags });
const routes = [
  route('/m/home', { desktop: true }),
  route('/m/home/order', { auth: true }),
  route('/m/order/detail/:loanId', { auth: true }),
  route('/m/login'),
  route('/m/delAccount', { auth: true }),
  route('/403', { desktop: true }),
  route('/404', { desktop: true }),
];
const visitor = { loggedIn: false, secondFactNeeded: false, desktopPlatform: false, allowDesktop: false };
const at = (pathname: string, search = '') => ({ pathname, search });

describe('decide', () => {
  // spec: 2.root-to-m, 2.m-to-home
  it('redirects the empty path to home and keeps the query string', () => {
    expect(decide(routes, at('/', '?isNewMember=1'), visitor)).toBe('/m?isNewMember=1');
    expect(decide(routes, at('/m', '?isNewMember=1'), visitor)).toBe('/m/home?isNewMember=1');
    expect(decide(routes, at('/m/home', '?isNewMember=1'), visitor)).toBeNull();
  });

  // spec: 4.guard-redirect, 2.auth-redirect, 2.m-login-redirect
  it('sends visitors of an auth route to login with the full path', () => {
    const target = decide(routes, at('/m/order/detail/42', '?tab=a&b=c'), visitor);
    expect(target).toBe('/m/login?redirect=%2Fm%2Forder%2Fdetail%2F42%3Ftab%3Da%26b%3Dc');
    expect(redirectTarget(target!.slice('/m/login'.length))).toBe('/m/order/detail/42?tab=a&b=c');
  });

  it('lets a logged-in borrower in', () => {
    expect(decide(routes, at('/m/home/order'), { ...visitor, loggedIn: true })).toBeNull();
  });

  it('redirects a borrower with a pending account deletion from auth routes to /m/delAccount', () => {
    const leaving = { ...visitor, loggedIn: true, deleting: true };
    expect(decide(routes, at('/m/home/order'), leaving)).toBe('/m/delAccount');
    expect(decide(routes, at('/m/delAccount'), leaving)).toBeNull();
    expect(decide(routes, at('/m/home'), leaving)).toBeNull();
  });

  it('sends a borrower who still needs the second fact on a new device to login', () => {
    const newDevice = { ...visitor, loggedIn: true, secondFactNeeded: true };
    expect(decide(routes, at('/m/home/order'), newDevice)).toBe('/m/login?redirect=%2Fm%2Fhome%2Forder');
    expect(decide(routes, at('/m/home'), newDevice)).toBeNull();
    expect(decide(routes, at('/m/login'), newDevice)).toBeNull();
  });

  // spec: 2.m-home, 2.m-mall-index
  it('redirects the index paths of home and of a carrier', () => {
    expect(decide(routes, at('/m/home/index', '?isNewMember=1'), visitor)).toBe('/m/home?isNewMember=1');
    expect(decide(routes, at('/m/mall/viettel/index'), visitor)).toBe('/m/mall/viettel');
  });

  // spec: 2.unknown-path
  it('sends any unknown path to 404, without a loop', () => {
    expect(decide(routes, at('/m/nowhere'), visitor)).toBe('/404');
    expect(decide(routes, at('/m/order/detail/1/more'), visitor)).toBe('/404');
    expect(decide(routes, at('/m/HOME'), visitor)).toBe('/404');
    expect(decide(routes, at('/404'), visitor)).toBeNull();
  });

  // spec: 6.desktop, 1.desktop
  it('sends desktops to 403, except from the open pages and in the development profile', () => {
    const desktop = { ...visitor, desktopPlatform: true };
    expect(decide(routes, at('/m/login'), desktop)).toBe('/403');
    expect(decide(routes, at('/m/home'), desktop)).toBeNull();
    expect(decide(routes, at('/403'), desktop)).toBeNull();
    expect(decide(routes, at('/m/login'), { ...desktop, allowDesktop: true })).toBeNull();
  });
});
