import { describe, expect, it } from 'vitest';
import { decide, findRoute } from './decide';
import { table } from './table';
import type { RouteDefinition } from '@/lib/nav/route';

const visitor = { loggedIn: false, secondFactNeeded: false, desktopPlatform: false, allowDesktop: false };
const borrower = { ...visitor, loggedIn: true };
const login = (path: string) => `/m/login?redirect=${encodeURIComponent(`${path}?x=1`)}`;

const described: string[] = [];

/** Checks the flags of a route of section 2. Flags that the specification does not mention are not checked. */
function check(path: string, { auth = false, ...flags }: Partial<Pick<RouteDefinition, 'auth' | 'back' | 'header' | 'query' | 'tab'>> = {}): void {
  described.push(path);
  it(path, () => {
    const route = findRoute(table, path);
    expect(route, 'has a route').toBeDefined();
    expect(Boolean(route!.auth), 'needs login').toBe(auth);
    expect(route!.tab).toBe(flags.tab);
    if (flags.header !== undefined) expect(route!.header ?? true, 'shows the header').toBe(flags.header);
    if (flags.back !== undefined) expect(Boolean(route!.back), 'has a back button').toBe(flags.back);
    expect(route!.query ?? [], 'reads the query parameters').toEqual(expect.arrayContaining([...(flags.query ?? [])]));
    const place = { pathname: path, search: '?x=1' };
    expect(decide(table, place, visitor)).toBe(auth ? login(path) : null);
    expect(decide(table, place, borrower)).toBeNull();
  });
}

const auth = true;

// spec: 2.routes-table
describe('the route', () => {
  // spec: 2.m-home, 6.visitor-open, 9.channel-code-query
  check('/m/home', { tab: 'home', query: ['isNewMember', 'channel', 'cc'] });
  // spec: 2.m-home-tabs-auth, 6.borrower
  check('/m/home/loan', { auth, tab: 'loan' });
  // spec: 2.m-home-tabs-auth, 6.borrower
  check('/m/home/order', { auth, tab: 'order' });
  // spec: 2.m-home
  check('/m/home/mine', { tab: 'mine' });
  // spec: 2.m-login, 2.m-login-redirect
  check('/m/login', { query: ['redirect'] });
  // spec: 2.m-loan-list
  check('/m/loan/list');
  // spec: 2.m-loan-detail, 6.borrower
  check('/m/loan/detail/7', { auth });
  // spec: 2.m-loan-loanindex, 6.borrower, 6.visitor-login
  check('/m/loan/loanIndex', { auth });
  // spec: 2.m-loan-status, 6.borrower
  check('/m/loan/status', { auth, header: true, back: false });
  // spec: 2.m-loan-restatus, 6.borrower
  check('/m/loan/restatus', { auth, header: true, back: false });
  // spec: 2.m-order-list, 6.borrower
  check('/m/order/list', { auth });
  // spec: 2.m-order-detail, 6.borrower
  check('/m/order/detail/7', { auth });
  // spec: 2.m-bankcard, 6.borrower
  check('/m/bankCard', { auth });
  // spec: 2.m-bankcard-detail, 6.borrower
  check('/m/bankCard/detail', { auth });
  // spec: 2.m-bankcard-add, 2.m-bankcard-info, 2.m-bankcard-choose, 6.borrower
  check('/m/bankCard/add', { auth });
  // spec: 2.m-bankcard-auth, 6.borrower
  check('/m/bankCard/auth', { auth });
  // spec: 2.m-auth
  check('/m/auth', { auth });
  // spec: 2.m-auth-identity
  check('/m/auth/identity', { auth });
  // spec: 2.m-auth-resolvent
  check('/m/auth/resolvent');
  // spec: 2.m-auth-opt
  check('/m/auth/opt', { auth });
  // spec: 2.m-auth-opt-status
  check('/m/auth/opt/success', { auth });
  // spec: 2.m-auth-company
  check('/m/auth/company', { auth });
  // spec: 2.m-auth-personal
  check('/m/auth/personal', { auth });
  // spec: 2.m-mall-index
  check('/m/mall/viettel', { auth });
  // spec: 2.m-mall-detail
  check('/m/mall/viettel/detail/password', { auth });
  // spec: 2.m-mall-detail-next
  check('/m/mall/viettel/detail/password/next', { auth });
  // spec: 2.m-mall-result
  check('/m/mall/viettel/result/success', { auth });
  // spec: 2.m-mall-register
  check('/m/mall/viettel/register/password', { auth });
  // spec: 2.m-mall-register-next
  check('/m/mall/viettel/register/password/next', { auth });
  // spec: 2.m-repay-normal, 6.visitor-open
  check('/m/repay/normal');
  // spec: 2.m-repay-paycode, 6.visitor-open
  check('/m/repay/paycode');
  // spec: 2.m-repay-paybank, 6.visitor-open
  check('/m/repay/paybank');
  // spec: 2.m-repay-guide
  check('/m/repay/guide');
  // spec: 2.m-repay-record, 6.borrower
  check('/m/repay/record', { auth });
  // spec: 2.m-repay-result
  check('/m/repay/result', { auth });
  // spec: 2.m-repay-extend
  check('/m/repay/extend', { auth });
  // spec: 2.m-repay-proof, 6.borrower
  check('/m/repay/proofUpload/7', { auth });
  // spec: 2.m-customer, 6.visitor-open
  check('/m/customer');
  // spec: 2.m-customer-online, 6.borrower
  check('/m/customer/online', { auth });
  // spec: 2.m-customer-complain, 6.borrower
  check('/m/customer/complain', { auth });
  // spec: 2.m-helpcenter, 6.visitor-open
  check('/m/helpCenter');
  // spec: 2.m-favorite
  check('/m/favorite');
  // spec: 2.m-aboutus, 6.visitor-open
  check('/m/aboutus');
  // spec: 2.m-privacy, 6.visitor-open
  check('/m/privacy');
  // spec: 2.m-privacy2, 6.visitor-open
  check('/m/privacy2');
  // spec: 2.m-terms
  check('/m/terms');
  // spec: 2.m-delaccount, 6.borrower
  check('/m/delAccount', { auth });
  // spec: 2.403, 6.visitor-open
  check('/403');
  // spec: 2.404
  check('/404');
  // spec: 2.sorryproduct
  check('/sorryProduct');
  // spec: 2.camera-help
  check('/m/cameraHelp');
});

describe('the route table', () => {
  // spec: 2.routes-table
  it('has each specified route exactly once, under its own pattern', () => {
    const paths = table.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    const found = described.map((path) => findRoute(table, path)?.path);
    expect(new Set(found).size).toBe(described.length);
  });

  // spec: 6.no-admin
  it('has no page for an administrator or operator', () => {
    expect(table.map(({ path }) => path).filter((path) => /admin|\bops\b|operator|backoffice|manage/i.test(path))).toEqual([]);
  });

  /**
   * The five pages of the specification and those they require: the terms that the public landing page asks to accept,
   * and the pages that explain why a page cannot be shown.
   */
  // spec: 6.desktop, 1.desktop
  it('is closed to desktops, except home, root, about, privacy and the terms', () => {
    const desktop = { ...borrower, desktopPlatform: true };
    const at = (path: string) => decide(table, { pathname: path, search: '' }, desktop);
    const open = table.map(({ path }) => path).filter((path) => at(path.replace(/:\w+/g, 'x')) === null);
    expect(open.sort()).toEqual(['/403', '/404', '/m/aboutus', '/m/home', '/m/privacy', '/m/privacy2', '/m/terms']);
    for (const path of described.filter((one) => !open.includes(one))) expect(at(path), path).toBe('/403');
    expect(at('/')).toBe('/m');
    expect(at('/m')).toBe('/m/home');
  });
});
