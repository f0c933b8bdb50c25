import { OrderStatus } from '@loanmarket/shared-types/enums';
import { act, cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { address, open, press, type Answers } from '@/test/screen';
import { detail, list } from '@/test/data/loan';
import { member } from '@/test/data/member';
import { offered, running } from '@/test/data/order';

afterEach(() => vi.useRealTimers());

const orders = { 'order/list': { orders: [offered, running], nextCursor: '' } };
/** A loan whose disbursement failed. */
const failed = {
  'order/list': { orders: [{ ...offered, status: OrderStatus.disbursementFailed, offerExpiresAt: null, mendUntil: '2026-06-20T03:00:00Z' }], nextCursor: '' },
};
const products: Answers = { 'loan/list': list, 'loan/detail': detail, 'loan/quote': detail.quote };
const advertise: Answers = {
  'main/loanApply/advertise': {
    title: 'Con số của chúng tôi',
    blocks: [],
    claims: [{ figure: '80%', text: 'đơn được duyệt', basis: 'Đơn đủ giấy tờ, quý 3', asOf: '2026-10-31' }],
  },
};
const tabs = () => within(screen.getByRole('navigation')).getAllByRole('button').map(({ textContent }) => textContent);

describe('home', () => {
  // spec: 2.m-home
  it.each(['/m/home', '/m/home/loan', '/m/home/order', '/m/home/mine'])('%s shows the tabs home, loan, order and mine, with its own tab selected', async (path) => {
    await open(path, { ...products, ...orders });
    expect(tabs()).toEqual(['Trang chủ', 'Vay', 'Khoản vay', 'Của tôi']);
    const at = ['/m/home', '/m/home/loan', '/m/home/order', '/m/home/mine'].indexOf(path);
    expect(within(screen.getByRole('navigation')).getAllByRole('button')[at]!.getAttribute('aria-current')).toBe('page');
  });

  it('shows an offer past its deadline as expired', async () => {
    await open('/m/home', { ...products, 'order/list': { orders: [{ ...offered, offerExpiresAt: null }], nextCursor: '' } });
    screen.getByText('Đã hết thời hạn xác nhận');
    expect(screen.queryByText('Khoản vay đã được duyệt')).toBeNull();
    screen.getByRole('button', { name: 'Xem chi tiết' });
  });

  it.each([
    ['/m/home', 'Khoản vay đã được duyệt', 'Đã hết thời hạn xác nhận'],
    ['/m/home/order', 'Chờ xác nhận', 'Hết hạn xác nhận'],
  ])('%s shows that an offer expires while the page is open', async (path, before, after) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const list = { orders: [{ ...offered, offerExpiresAt: new Date(Date.now() + 60_000).toISOString() }], nextCursor: '' };
    await open(path, { ...products, 'order/list': list });
    expect(screen.getAllByText(before).length).toBeGreaterThan(0);
    list.orders = [{ ...offered, offerExpiresAt: null! }];
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    await screen.findByText(after);
  });

  it('greets a new member only once, even after a reload', async () => {
    await open('/m/home?isNewMember=1', { ...products, ...orders });
    screen.getByText(/^Chào bạn\. Tài khoản đã sẵn sàng/);
    cleanup();
    await open('/m/home?isNewMember=1', { ...products, ...orders });
    expect(screen.queryByText(/^Chào bạn\. Tài khoản đã sẵn sàng/)).toBeNull();
    expect(Object.values<string>(localStorage).join(), 'the member ID must not be in local storage, which outlives a logout in a closed page').not.toContain(member.memberId);
  });

  it('requests each resource once, even though the page renders in several steps', async () => {
    const { asked } = await open('/m/home', { ...products, 'order/list': { orders: [], nextCursor: '' } });
    screen.getByText('Bạn có thể vay đến');
    expect(asked.map(({ path }) => path).sort()).toEqual(['loan/detail', 'loan/list', 'member/query', 'order/list', 'support/unread']);
  });

  it('requests the unread count once, even if the page frame is mounted again before the response', async () => {
    const opened = open('/m/home', { ...products, 'order/list': { orders: [], nextCursor: '' } });
    const answer = globalThis.fetch;
    let asked = 0;
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
      if (!url.endsWith('support/unread')) return answer(url, init);
      asked += 1;
      return new Promise(() => undefined);
    });
    await opened;
    screen.getByText('Bạn có thể vay đến');
    expect(asked).toBe(1);
  });

  // spec: 2.m-home
  it('links from the home tab to the other tabs', async () => {
    const { moves } = await open('/m/home', { ...products, ...orders });
    for (const tab of ['Vay', 'Khoản vay', 'Của tôi']) await press(tab);
    expect(moves).toEqual(['push /m/home/loan', 'push /m/home/order', 'push /m/home/mine']);
  });

  // spec: 2.m-home-tabs-auth, 6.visitor-login, 2.auth-redirect
  it.each(['/m/home/loan', '/m/home/order'])('sends a visitor of %s to login', async (path) => {
    await open(path, {}, 'visitor');
    expect(address()).toBe(`/m/login?redirect=${encodeURIComponent(path)}`);
  });

  // spec: 2.m-home, 6.visitor-open
  it('shows a visitor the maximum amount, the example and the claims with basis and date, and links to login', async () => {
    const { moves } = await open('/m/home', { ...products, ...advertise }, 'visitor');
    screen.getByText('Bạn có thể vay đến');
    screen.getByText('Vay 20.000.000 ₫ trong 91 ngày');
    screen.getByText('Tre Vàng');
    screen.getByText('80%');
    screen.getByText('Đơn đủ giấy tờ, quý 3, tính đến 31/10/2026.');
    await press('Đăng nhập để vay');
    expect(moves).toEqual(['push /m/login']);
  });

  // spec: 1.other-claims
  it('shows each advertised figure with its basis and date', async () => {
    await open('/m/home', { ...products, ...advertise }, 'visitor');
    expect(screen.getByText('80%').closest('li')!.textContent).toContain('Đơn đủ giấy tờ, quý 3, tính đến 31/10/2026.');
  });

  // spec: 1.interest-example
  it('shows a visitor the calculated example: interest at 15% a year, fee, total and APR', async () => {
    await open('/m/home', { ...products, ...advertise }, 'visitor');
    const example = screen.getByText('Vay 20.000.000 ₫ trong 91 ngày').parentElement!.textContent!.replace(/\u00a0/g, ' ');
    for (const figure of ['15%', '747.945', '750.000', '21.497.945', '30,04']) expect(example).toContain(figure);
  });

  // spec: 2.m-home
  it('shows a borrower first the loan that needs an action', async () => {
    const { asked, moves } = await open('/m/home', { ...products, ...orders });
    // Requests the running orders, because among the newest of all orders a debt could be hidden behind rejections.
    expect(asked.filter(({ path }) => path === 'order/list').map(({ body }) => body)).toEqual([{ tab: 'running', limit: 200 }]);
    screen.getByText('Khoản vay đã được duyệt');
    await press('Xem và xác nhận');
    expect(moves).toEqual([`push /m/order/detail/${offered.orderId}`]);
  });

  // spec: 4.status-6
  it('shows the deadline for choosing another account after a failed payout', async () => {
    await open('/m/home', { ...products, ...failed });
    screen.getByText('Khoản vay vẫn được giữ và chưa tính lãi. Hãy chọn tài khoản khác trước 10:00, 20/06/2026.');
  });

  // spec: 4.card-review
  it('asks for no other account while one is under review', async () => {
    await open('/m/home', { ...products, 'order/list': { orders: [{ ...failed['order/list'].orders[0]!, mendUntil: null }], nextCursor: '' } });
    screen.getByText('Chưa tính lãi. Mở chi tiết để xem bước tiếp theo.');
    expect(screen.queryByRole('button', { name: 'Chọn tài khoản khác' })).toBeNull();
    await press('Xem chi tiết');
  });

  // spec: 4.status-6
  it('shows the deadline after a failed payout in the order tab', async () => {
    await open('/m/home/order', failed);
    screen.getByText('Chọn tài khoản khác trước 10:00, 20/06/2026');
  });

  // spec: 2.m-home
  it('shows the products in the loan tab', async () => {
    await open('/m/home/loan', products);
    screen.getByText('Có thể vay');
    screen.getByText('Sen Linh hoạt');
  });

  // spec: 2.m-home
  it('shows the remaining credit limit in the loan tab', async () => {
    await open('/m/home/loan', { ...products, 'loan/list': { ...list, creditLimit: 14_250_000, creditAvailable: 4_250_000 } });
    screen.getByText('Hạn mức của bạn: 14.250.000 ₫, còn dùng được 4.250.000 ₫');
  });

  // spec: 2.m-home
  it('shows the borrower’s loans in the order tab', async () => {
    await open('/m/home/order', orders);
    for (const name of ['Tre Vàng', 'Sen Linh hoạt']) screen.getByText(name);
    expect(screen.getAllByText('Chờ xác nhận'), 'once as the tab label and once as the loan status').toHaveLength(2);
  });

  // spec: 2.m-home
  it('shows the member’s name, the page links and the logout button in the mine tab', async () => {
    const { moves } = await open('/m/home/mine');
    screen.getByText('N••••• T•• Lan');
    await press('Tài khoản ngân hàng');
    await press('Xác minh');
    expect(moves).toEqual(['push /m/bankCard', 'push /m/auth']);
    screen.getByRole('button', { name: 'Đăng xuất' });
  });
});
