import type { RecordData } from '@loanmarket/shared-types/api';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { statementPeriods } from './statement';
import { loadTexts, setLanguage } from '@/i18n';
import { formatInstant, marketDay } from '@/lib/format/date';
import { queryKey } from '@/lib/api/hooks';
import { history } from '@/lib/nav/history';
import { queryClient } from '@/lib/queryClient';
import { address, open, press, Refused, reload, settled, type Answers } from '@/test/screen';
import { card } from '@/test/data/card';
import { extendQuote, intent, link, options, payment, receipt } from '@/test/data/repay';
import { running } from '@/test/data/order';
import { plain } from '@/test/plain';

const order = running.orderId;

/** The allocation order of Thailand: the debt before the costs of being late. */
const thai = ['interest', 'service_fee', 'account_fee', 'extension_fee', 'principal', 'overdue_fee', 'late_fee'] as const;

beforeEach(() => window.history.replaceState(null, '', '/'));

describe('paying', () => {
  // spec: 2.m-repay-normal
  it('/m/repay/normal shows a borrower the debt by component and the two payment methods', async () => {
    const { asked } = await open(`/m/repay/normal?orderId=${order}`, { 'repay/options': options });
    expect(asked).toContainEqual({ path: 'repay/options', body: { orderId: order } });
    screen.getByLabelText('Số tiền bạn muốn trả');
    for (const words of ['tiền gốc', 'tiền lãi', 'còn lại']) screen.getByText(words);
    screen.getByRole('button', { name: 'Lấy mã thanh toán' });
    screen.getByRole('button', { name: 'Chuyển khoản ngân hàng' });
  });

  it('/m/repay/normal names the sum that is left as remaining, beside what is already repaid', async () => {
    await open(`/m/repay/normal?orderId=${order}`, { 'repay/options': { ...options, repaid: 500_000 } });
    screen.getByText('đã trả');
    screen.getByText('còn lại');
    // The total of the loan would have the repaid amount taken off once more by its reader.
    expect(screen.queryByText('tổng phải trả')).toBeNull();
  });

  it('/m/repay/normal keeps the typed amount after a reload, unless a payment has arrived meanwhile', async () => {
    const amount = () => screen.getByLabelText<HTMLInputElement>('Số tiền bạn muốn trả');
    await open(`/m/repay/normal?orderId=${order}`, { 'repay/options': options });
    fireEvent.change(amount(), { target: { value: '500000' } });
    await reload({ 'repay/options': options });
    expect(plain(amount().value)).toBe('500.000');
    const due = options.dueNow - 1000;
    await reload({ 'repay/options': { ...options, repaid: options.repaid + 1000, dueNow: due } });
    expect(plain(amount().value).replace(/\D/g, '')).toBe(String(due));
  });

  it('/m/repay/normal of an unknown order redirects to the running loan', async () => {
    const { moves } = await open('/m/repay/normal?orderId=zzz', { 'repay/options': new Refused(404), 'order/list': { orders: [running], nextCursor: '' } });
    await waitFor(() => expect(moves).toEqual([`replace /m/repay/normal?orderId=${order}`]));
    expect(screen.queryByText('Thử lại')).toBeNull();
  });

  it('/m/repay/normal of a repaid loan says so, and asks for no amount', async () => {
    const due = Object.fromEntries(Object.keys(options.due).map((key) => [key, 0])) as typeof options.due;
    await open(`/m/repay/normal?orderId=${order}`, { 'repay/options': { ...options, due, dueNow: 0, methods: [] } });
    await screen.findByText('Bạn đã trả hết khoản vay này');
    expect(screen.queryByLabelText('Số tiền bạn muốn trả')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Lấy mã thanh toán' })).toBeNull();
  });

  it.each(['paycode', 'paybank'])('/m/repay/%s without a payment redirects a borrower to the running loan', async (name) => {
    const { moves } = await open(`/m/repay/${name}`, { 'order/list': { orders: [running], nextCursor: '' } });
    await waitFor(() => expect(moves).toEqual([`replace /m/repay/normal?orderId=${order}`]));
    expect(screen.queryByText('Liên kết thanh toán không đầy đủ')).toBeNull();
  });

  it.each([
    ['vi', options.allocationOrder, 'Mỗi khoản trả được trừ lần lượt vào: phí trả chậm, phí quá hạn, phí gia hạn, phí quản lý tài khoản, phí dịch vụ, tiền lãi, tiền gốc.'],
    ['vi', thai, 'Mỗi khoản trả được trừ lần lượt vào: tiền lãi, phí dịch vụ, phí quản lý tài khoản, phí gia hạn, tiền gốc, phí quá hạn, phí trả chậm.'],
    ['en', thai, 'A payment is used in this order: interest, service fee, account management fee, extension fee, principal, overdue fee, late fee.'],
    ['th', thai, 'เงินที่ชำระจะตัดตามลำดับ: ดอกเบี้ย, ค่าธรรมเนียมบริการ, ค่าธรรมเนียมดูแลบัญชี, ค่าธรรมเนียมขยายเวลา, เงินต้น, ค่าปรับเกินกำหนด, ค่าธรรมเนียมชำระล่าช้า'],
    ['cn', thai, '还款按以下顺序冲抵：利息、服务费、账户管理费、展期费、本金、逾期费、滞纳金。'],
  ] as const)('/m/repay/normal shows in language %s the allocation order of the agreement', async (language, allocationOrder, sentence) => {
    await open(`/m/repay/normal?orderId=${order}`, { 'repay/options': { ...options, allocationOrder: [...allocationOrder] } });
    await act(() => setLanguage(language));
    await screen.findByText(sentence);
  });

  it('/m/repay/normal does not mention codes where there are none, and otherwise shows their minimum amount', async () => {
    const type = (amount: string) => fireEvent.change(screen.getByLabelText('Số tiền bạn muốn trả'), { target: { value: amount } });
    await open(`/m/repay/normal?orderId=${order}`, { 'repay/options': { ...options, methods: [{ method: 'bank', minAmount: 1 }] } });
    for (const amount of ['99', '']) {
      type(amount);
      expect(screen.queryByText(/^Mã thanh toán/)).toBeNull();
      expect(screen.queryByRole('button', { name: 'Lấy mã thanh toán' })).toBeNull();
    }
    cleanup();
    await open(`/m/repay/normal?orderId=${order}`, { 'repay/options': options });
    type('99');
    expect(plain(screen.getByText(/^Mã thanh toán/).textContent)).toContain('từ 100 ₫');
    expect(screen.queryByRole('button', { name: 'Lấy mã thanh toán' })).toBeNull();
  });

  it.each<[string, Answers]>([
    [`/m/repay/normal?orderId=${order}`, { 'repay/options': options }],
    [`/m/repay/paycode?intentId=${intent.intentId}`, { 'repay/intent': intent, 'repay/options': options, 'bankCard/list': { cards: [] } }],
    [`/m/repay/ask?intentId=${intent.intentId}`, { 'repay/intent': intent, 'repay/options': options, 'repay/link': link }],
  ])('%s shows that a payment proof is under review, as the order page does', async (path, answers) => {
    const heading = 'Chúng tôi đang đối chiếu ảnh chuyển khoản của bạn';
    await open(path, answers);
    expect(screen.queryByText(heading)).toBeNull();
    cleanup();
    await open(path, { ...answers, 'repay/options': { ...options, proofWaitingSince: '2027-01-07T03:00:00Z' } });
    await screen.findByText(heading);
    screen.getByText(/^Ảnh chuyển khoản bạn gửi lúc 10:00, 07\/01\/2027 đã đến nơi/);
  });

  it('/m/repay/normal links to the payment proof under review', async () => {
    await open(`/m/repay/normal?orderId=${order}`, { 'repay/options': { ...options, proofWaitingSince: '2027-01-07T03:00:00Z' } });
    screen.getByRole('button', { name: /Xem ảnh đã gửi hoặc gửi thêm/ });
    expect(screen.queryByText('Khi bạn đã chuyển mà chưa thấy ghi nhận')).toBeNull();
  });

  // spec: 2.m-repay-paycode, 1.repay-code
  it('/m/repay/paycode shows a borrower the code and the memo', async () => {
    const { asked } = await open(`/m/repay/paycode?intentId=${intent.intentId}`, { 'repay/intent': intent, 'repay/options': options, 'bankCard/list': { cards: [] } });
    expect(asked).toContainEqual({ path: 'repay/intent', body: { intentId: intent.intentId } });
    await screen.findByText('Mở ứng dụng ngân hàng và quét mã này', {}, { timeout: 20_000 });
    screen.getByRole('img', { name: /^Mã QR để trả 500\.000/ });
    screen.getByText('LM42');
  });

  it.each([
    ['repayment', 'Trả khoản vay'],
    ['payoff', 'Tất toán khoản vay'],
    ['extension', 'Phí gia hạn'],
  ])('/m/repay/paycode shows the purpose and order number of a payment for %s', async (purpose, words) => {
    await open(`/m/repay/paycode?intentId=${intent.intentId}`, { 'repay/intent': { ...intent, purpose }, 'repay/options': options, 'bankCard/list': { cards: [] } });
    await screen.findByText(options.orderNo);
    screen.getByText(words);
  });

  it('the apps of the borrower’s own banks are listed first', async () => {
    await open(`/m/repay/paycode?intentId=${intent.intentId}`, { 'repay/intent': intent, 'repay/options': options, 'bankCard/list': { cards: [{ ...card, bankCode: 'BIDV' }] } });
    const apps = within(screen.getByRole('heading', { name: 'Mở ứng dụng ngân hàng' }).closest('section')!).getAllByRole('link');
    expect(apps.map((app) => [app.textContent, app.getAttribute('href')])).toEqual([['BIDV', 'bidvsmartbanking://'], ['Vietcombank', 'vietcombankmobile://']]);
  });

  it('the apps stay while cards that could not be loaded are requested again', async () => {
    await open(`/m/repay/paycode?intentId=${intent.intentId}`, { 'repay/intent': intent, 'repay/options': options, 'bankCard/list': new Refused(404) });
    screen.getByRole('link', { name: 'BIDV' });
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    await act(async () => {
      void queryClient.refetchQueries({ queryKey: queryKey('bankCard/list') });
      await new Promise((resolve) => setTimeout(resolve, 5));
    });
    screen.getByRole('link', { name: 'BIDV' });
  });

  it('a code that is read by no listed app leaves no room for apps', async () => {
    const { asked } = await open(`/m/repay/paycode?intentId=${intent.intentId}`, { 'repay/intent': { ...intent, qrKind: 'promptpay' }, 'repay/options': options });
    screen.getByText('LM42');
    expect(asked.filter(({ path }) => path.startsWith('bankCard/'))).toEqual([]);
  });

  // spec: 2.m-repay-paybank, 1.repay-transfer
  it('/m/repay/paybank shows a borrower the transfer details, and no code', async () => {
    await open(`/m/repay/paybank?intentId=${intent.intentId}`, { 'repay/intent': { ...intent, method: 'bank' }, 'repay/options': options, 'bankCard/list': { cards: [] } });
    for (const words of ['Vietcombank', '970400001234', 'CONG TY CO PHAN VAY RO (BAN DUNG THU)', 'LM42']) screen.getByText(words);
    expect(screen.queryByText('Mở ứng dụng ngân hàng và quét mã này')).toBeNull();
  });

  // spec: 2.m-repay-normal, 2.m-repay-paycode, 2.m-repay-paybank, 6.visitor-open
  it.each(['normal', 'paycode', 'paybank'])('/m/repay/%s opens without login for the holder of a pay link token', async (name) => {
    const { asked } = await open(`/m/repay/${name}#unguessable`, { 'repay/link': link }, 'visitor');
    expect(address()).toBe(`/m/repay/${name}`);
    expect(asked).toEqual([{ path: 'repay/link', body: { payToken: 'unguessable' } }]);
    screen.getByText(/Trả cho khoản vay của N••• T•• Lan/);
    for (const words of ['970400001234', 'LM42']) screen.getByText(words);
  });

  it.each([
    ['replaced', 'Liên kết này đã được thay bằng liên kết mới hơn'],
    ['expired', 'Thông tin thanh toán này đã hết hạn'],
  ])('a pay link that is %s says so, and refers to its sender', async (state, words) => {
    await open('/m/repay/normal#unguessable', { 'repay/link': { ...link, state } }, 'visitor');
    screen.getByText(words);
    screen.getByText(/hãy hỏi người gửi liên kết để nhận liên kết mới/);
    expect(screen.queryByText(/hãy lấy thông tin mới/)).toBeNull();
  });

  it('a paid pay link shows its payer a receipt with amount, borrower and time', async () => {
    await open('/m/repay/normal#unguessable', { 'repay/link': { ...link, state: 'paid', paidAmount: 450_000, paidAt: '2026-06-10T03:05:00Z' } }, 'visitor');
    screen.getByText('Đã nhận được tiền. Cảm ơn bạn.');
    expect(screen.getAllByText(/450\.000/).length).toBeGreaterThan(0);
    screen.getByText(/Trả cho khoản vay của N••• T•• Lan/);
    screen.getByText(plain(formatInstant('2026-06-10T03:05:00Z')));
  });

  it('an unknown pay link says so, and refers to its sender', async () => {
    await open('/m/repay/normal#unguessable', { 'repay/link': new Refused(404) }, 'visitor');
    screen.getByText('Liên kết thanh toán này không còn dùng được');
    screen.getByText(/Nếu chưa, hãy hỏi người gửi liên kết/);
    expect(screen.queryByText('Liên kết thanh toán không đầy đủ')).toBeNull();
  });

  it('a second pay link in the same tab shows its own payment', async () => {
    const { asked } = await open('/m/repay/normal#unguessable', { 'repay/link': link }, 'visitor');
    await act(async () => history.push('/m/repay/normal#another'));
    await settled();
    expect(asked.map(({ body }) => body)).toEqual([{ payToken: 'unguessable' }, { payToken: 'another' }]);
  });

  // spec: 2.m-repay-normal, 2.m-repay-paycode, 2.m-repay-paybank, 6.visitor-open
  it.each([`normal?orderId=${order}`, 'paycode?intentId=1', 'paybank?intentId=1', 'paycode', 'paybank'])('/m/repay/%s shows a visitor without a token no data, and does not redirect', async (name) => {
    const { asked, moves } = await open(`/m/repay/${name}`, {}, 'visitor');
    expect(address()).toBe(`/m/repay/${name}`);
    screen.getByText('Liên kết thanh toán không đầy đủ');
    expect(asked).toEqual([]);
    await press('Đăng nhập');
    expect(moves).toEqual([`push /m/login?redirect=${encodeURIComponent(`/m/repay/${name}`)}`]);
  });
});

it.each([
  ['Lấy mã thanh toán', 'paycode', 'repay/paycode'],
  ['Chuyển khoản ngân hàng', 'paybank', 'repay/bank'],
  [/^Nhờ người khác trả giúp/, 'ask', 'repay/paycode'],
] as const)('/m/repay/normal starts one payment method at a time, and shows it as busy: %s', async (way, page, call) => {
  const { asked, moves } = await open(`/m/repay/normal?orderId=${order}`, { 'repay/options': options, 'repay/paycode': intent, 'repay/bank': intent });
  const { fetch } = globalThis;
  let answer = () => undefined as void;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (/repay\/(paycode|bank)$/.test(url)) await new Promise<void>((resolve) => (answer = resolve));
    return fetch(url, init);
  });
  await press(way);
  await waitFor(() => expect(screen.getByRole('button', { name: way }).getAttribute('aria-busy')).toBe('true'));
  for (const other of ['Lấy mã thanh toán', 'Chuyển khoản ngân hàng', /^Nhờ người khác trả giúp/]) await press(other);
  await act(async () => answer());
  await waitFor(() => expect(moves).toEqual([`push /m/repay/${page}?intentId=${intent.intentId}`]));
  expect(asked.map(({ path }) => path).filter((path) => path === 'repay/bank' || path === 'repay/paycode')).toEqual([call]);
  expect(queryClient.getQueryData(queryKey('repay/intent', { intentId: intent.intentId })), 'the next page shows it at once').toEqual(intent);
});

it('/m/repay/normal shows the debt of now after an amount was refused, because a payment has arrived meanwhile', async () => {
  const answers: Answers = { 'repay/options': options, 'repay/bank': new Refused(422, 'Số tiền lớn hơn số còn nợ.', 20604, 'amount_above_due') };
  const { asked } = await open(`/m/repay/normal?orderId=${order}`, answers);
  await press('Chuyển khoản ngân hàng');
  expect(asked.map(({ path }) => path).filter((path) => path === 'repay/options')).toHaveLength(2);
});

describe('asking someone else to pay', () => {
  it('leads to the amount if that cannot be paid', async () => {
    const { asked } = await open(`/m/repay/normal?orderId=${order}`, { 'repay/options': options });
    const amount = screen.getByLabelText('Số tiền bạn muốn trả');
    fireEvent.change(amount, { target: { value: String(options.dueNow + 1) } });
    await press(/^Nhờ người khác trả giúp/);
    await waitFor(() => expect(document.activeElement === amount).toBe(true));
    expect(asked.map(({ path }) => path)).not.toContain('repay/paycode');
  });

  // spec: 6.visitor-open
  it('creates a code for the amount, and opens the page of its link', async () => {
    const { asked, moves } = await open(`/m/repay/normal?orderId=${order}`, { 'repay/options': options, 'repay/paycode': intent });
    await press(/^Nhờ người khác trả giúp/);
    expect(asked).toContainEqual({ path: 'repay/paycode', body: { orderId: order, amount: options.dueNow, purpose: 'payoff' } });
    expect(moves).toEqual([`push /m/repay/ask?intentId=${intent.intentId}`]);
  });

  it('shows what the other person sees, and passes text and link to the share sheet', async () => {
    const share = vi.fn(() => Promise.resolve());
    Object.defineProperty(navigator, 'share', { value: share, configurable: true });
    await open(`/m/repay/ask?intentId=${intent.intentId}`, { 'repay/intent': intent, 'repay/options': options, 'repay/link': link });
    await screen.findByText('N••• T•• Lan');
    screen.getByText(/Người nhận không thấy số điện thoại/);
    screen.getByText(/^Khi tiền đến, trang này tự đổi thành biên nhận\./);
    screen.getByText(/^Nếu bạn tạo một lần thanh toán khác cho khoản vay này, liên kết này sẽ hết hiệu lực/);
    expect(screen.queryByText(/sau khi bạn chuyển/), 'does not say “after you transfer”, since someone else pays').toBeNull();
    await press('Gửi liên kết');
    expect(share).toHaveBeenCalledWith({ text: expect.stringContaining(options.orderNo) as string, url: expect.stringMatching(/\/m\/repay\/normal#unguessable$/) as string });
    Object.defineProperty(navigator, 'share', { value: undefined, configurable: true });
  });

  it('sends a visitor to login', async () => {
    await open('/m/repay/ask?intentId=1', {}, 'visitor');
    expect(address()).toMatch(/^\/m\/login\?/);
  });
});

describe('URL without an ID', () => {
  const two = [running, { ...running, orderId: 'another', productName: 'Vay thêm' }];
  it.each(['/m/repay/extend', '/m/repay/extend?orderId='])('%s asks which loan to extend', async (path) => {
    const { moves } = await open(path, { 'order/list': { orders: two, nextCursor: '' } as never });
    screen.getByText('Bạn muốn gia hạn khoản vay nào?');
    await press(/^Vay thêm/);
    expect(moves).toEqual(['push /m/repay/extend?orderId=another']);
  });

  it('/m/repay/ask asks which loan someone else is to pay', async () => {
    const { moves } = await open('/m/repay/ask', { 'order/list': { orders: two, nextCursor: '' } as never });
    await press(/^Vay thêm/);
    expect(moves).toEqual(['push /m/repay/normal?orderId=another']);
  });

  it.each(['/m/repay/result', '/m/repay/result?paymentId='])('%s says that the payment does not exist, and links to the payment history', async (path) => {
    const { moves } = await open(path);
    screen.getByText('Không tìm thấy lần thanh toán này');
    await press('Xem lịch sử thanh toán');
    expect(moves).toEqual(['replace /m/repay/record']);
  });
});

// spec: 2.m-repay-guide
it('/m/repay/guide explains both payment methods step by step, to everyone', async () => {
  await open('/m/repay/guide', {}, 'visitor');
  for (const words of ['Mã thanh toán (QR)', 'Chuyển khoản']) screen.getByText(words);
  expect(screen.getAllByRole('listitem').length).toBe(7);
});

it('/m/repay/guide explains only the transfer where banks read no codes', async () => {
  await open('/m/repay/guide', {}, 'visitor', { paymentCode: false });
  screen.getByText('Bạn trả bằng chuyển khoản ngân hàng, không mất phí của chúng tôi.');
  expect(document.body.textContent).not.toMatch(/mã thanh toán/i);
  expect(screen.getAllByRole('listitem').length).toBe(5);
});

it('/m/repay/guide asks for no memo where each payment has its own account', async () => {
  await open('/m/repay/guide', {}, 'visitor', { paymentCode: false, virtualAccount: true });
  screen.getByText('Số tài khoản được tạo riêng cho lần trả này: không cần ghi nội dung.');
  expect(document.body.textContent).not.toMatch(/Giữ đúng nội dung/);
  expect(screen.getAllByRole('listitem').length).toBe(4);
});

it('/m/repay/normal offers only a transfer where banks read no codes', async () => {
  const { asked } = await open(`/m/repay/normal?orderId=${order}`, { 'repay/options': { ...options, methods: [{ method: 'bank', minAmount: 1 }] }, 'repay/bank': { ...intent, method: 'bank', qrKind: '', qrText: '' } });
  expect(screen.queryByText('Lấy mã thanh toán')).toBeNull();
  expect(screen.queryByText(/^Mã thanh toán dùng cho/)).toBeNull();
  await userEvent.clear(screen.getByLabelText('Số tiền bạn muốn trả'));
  expect(screen.queryByText('Lấy mã thanh toán')).toBeNull();
  await userEvent.type(screen.getByLabelText('Số tiền bạn muốn trả'), '500000');
  await press(/^Nhờ người khác trả giúp/);
  expect(asked).toContainEqual({ path: 'repay/bank', body: { orderId: order, amount: 500_000, purpose: 'repayment' } });
});

// spec: 2.m-repay-record
it('/m/repay/record lists the borrower’s payments, and links to the receipt of each', async () => {
  const { moves } = await open('/m/repay/record', { 'repay/record': { payments: [payment], nextCursor: '', today: '2031-01-05' } });
  screen.getByRole('button', { name: new RegExp(`Đã nhận một phần.*${payment.orderNo}$`) });
  await press(/^500\.000/);
  expect(moves).toEqual([`push /m/repay/result?paymentId=${payment.paymentId}`]);
});

const several = [payment, { ...payment, paymentId: 'another' }];

it.each([0, 1])('/m/repay/record shows no search above %i payments', async (count) => {
  await open('/m/repay/record', { 'repay/record': { payments: several.slice(0, count), nextCursor: '', today: '2031-01-05' } });
  screen.getByRole('button', { name: 'Sao kê' });
  expect(screen.queryByLabelText('Tìm khoản thanh toán')).toBeNull();
});

it('/m/repay/record searches payments by text and year, and says when none is found', async () => {
  const found = { 'repay/record': { payments: several, nextCursor: '', today: '2031-01-05' } };
  const { asked } = await open('/m/repay/record', found);
  await userEvent.type(screen.getByLabelText('Tìm khoản thanh toán'), '๕๐๐.000 ');
  await waitFor(() => expect(asked).toContainEqual({ path: 'repay/record', body: { text: '500.000' } }));
  await userEvent.click(screen.getByLabelText('2030'));
  await waitFor(() => expect(asked).toContainEqual({ path: 'repay/record', body: { text: '500.000', year: 2030 } }));
  expect(screen.getAllByText(new RegExp(payment.orderNo))).toHaveLength(2);
  found['repay/record'].payments = [];
  await userEvent.type(screen.getByLabelText('Tìm khoản thanh toán'), '1');
  await screen.findByText('Không có khoản nào như vậy');
  expect(screen.queryByText(new RegExp(payment.orderNo))).toBeNull();
});

it('/m/repay/record keeps focus in the search field while it is cleared, and does not show an empty history meanwhile', async () => {
  await open('/m/repay/record', { 'repay/record': { payments: several, nextCursor: '', today: '2031-01-05' } });
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (!String(init?.body).includes('"text"')) return fetch(url, init);
    return new Response(JSON.stringify({ success: true, msg: '', errorCode: 10000, data: { payments: [], nextCursor: '', today: '2031-01-05' } }));
  });
  const field = screen.getByLabelText('Tìm khoản thanh toán');
  await userEvent.type(field, '77');
  await screen.findByText('Không có khoản nào như vậy');
  await userEvent.keyboard('{Backspace}{Backspace}');
  expect(screen.queryByText('Chưa có lần thanh toán nào')).toBeNull();
  expect(document.activeElement).toBe(field);
  expect(await screen.findAllByText(/^500\.000/)).toHaveLength(2);
  expect(document.activeElement).toBe(field);
});

it('/m/repay/record downloads the statement of the loan as CSV', async () => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const { asked } = await open(`/m/repay/record?orderId=${order}`, {
    'repay/record': { payments: [payment], nextCursor: '', today: '2031-01-05' },
    'repay/statement': { name: 'statement-loan.csv', mediaType: 'text/csv; charset=utf-8', content: btoa('a,b') },
  });
  await press('Sao kê');
  await userEvent.click(screen.getByLabelText('CSV, cho bảng tính'));
  await press('Tải sao kê');
  expect(asked).toContainEqual({ path: 'repay/statement', body: { format: 'csv', orderId: order } });
  await waitFor(() => expect(saved).toEqual(['statement-loan.csv']));
});

describe('statement periods', () => {
  it("follow the phone's clock if an older server sends no date", async () => {
    const older = { payments: [payment], nextCursor: '' } as Partial<RecordData> as RecordData;
    await open('/m/repay/record', { 'repay/record': older });
    await press('Sao kê');
    await screen.findByLabelText(`Năm ${marketDay().slice(0, 4)}`);
  });

  it("follow the market's date, whatever the phone's clock says", async () => {
    const { asked } = await open('/m/repay/record', {
      'repay/record': { payments: [payment], nextCursor: '', today: '2031-01-05' },
      'repay/statement': { name: 'statement-2031-01.pdf', mediaType: 'application/pdf', content: btoa('%PDF') },
    });
    await press('Sao kê');
    await screen.findByLabelText('Tháng 12 năm 2030');
    await press('Tải sao kê');
    expect(asked).toContainEqual({ path: 'repay/statement', body: { format: 'pdf', period: '2031-01' } });
  });

  it('go back across the turn of the year', () => {
    const values = (ofLoan: boolean, today: string) => statementPeriods(ofLoan, today).map(({ value }) => value);
    expect(values(false, '2026-01-31')).toEqual(['2026-01', '2025-12', '2026', '2025']);
    expect(values(true, '2024-03-31')).toEqual(['loan', '2024-03', '2024-02', '2024', '2023']);
  });

  it.each([
    ['vi', 'Năm 2026'],
    ['en', 'Year 2026'],
    ['th', 'ปี พ.ศ. 2569'],
    ['cn', '2026年全年'],
  ] as const)('name a year without repetition in language %s', async (language, words) => {
    await loadTexts('repay');
    await setLanguage(language);
    expect(statementPeriods(false, '2026-06-14').map(({ label }) => label)).toContain(words);
    await setLanguage('vi');
  });
});

// spec: 2.m-repay-record, 2.m-repay-proof, 2.auth-redirect
it.each(['record', `proofUpload/${order}`])('/m/repay/%s sends a visitor to login', async (name) => {
  await open(`/m/repay/${name}`, {}, 'visitor');
  expect(address()).toBe(`/m/login?redirect=${encodeURIComponent(`/m/repay/${name}`)}`);
});

// spec: 2.m-repay-result
it('/m/repay/result shows the receipt: the amount received, its allocation and the remaining amount', async () => {
  const { asked } = await open(`/m/repay/result?paymentId=${payment.paymentId}`, { 'repay/receipt': receipt });
  expect(asked).toContainEqual({ path: 'repay/receipt', body: { paymentId: payment.paymentId } });
  for (const words of ['Đã nhận một phần', 'Còn lại ngay sau lần trả này', /8\.636\.627/, 'FT26161', '•••• 6655']) screen.getByText(words);
  screen.getByRole('button', { name: 'Tải biên nhận' });
});

it('/m/repay/extend explains the account fee that it adds', async () => {
  const [choice] = extendQuote.choices;
  await open(`/m/repay/extend?orderId=${order}`, { 'repay/extendQuote': { ...extendQuote, choices: [{ ...choice!, moreAccountFee: 10_000 }] } });
  await press('Phí quản lý tài khoản thêm: Vì sao?');
  screen.getByText('Phí theo tháng đã nêu trong hợp đồng, chỉ tính các tháng đã bắt đầu.');
});

// spec: 2.m-repay-extend, 1.extend, 4.extension-paid, 4.extension-unpaid
it('/m/repay/extend shows the fee and new due date of an extension, to be paid now or added to the loan', async () => {
  await open(`/m/repay/extend?orderId=${order}`, { 'repay/extendQuote': extendQuote });
  for (const words of ['Phí gia hạn', 'Ngày đến hạn mới', 'Trả phí ngay', 'Cộng phí vào khoản vay']) screen.getByText(words);
  expect(screen.getAllByText(/11\/0?7\/2026|11 tháng 7/).length).toBeGreaterThan(0);
  screen.getByRole('button', { name: /^Lấy mã trả 170\.000/ });
  screen.getByRole('button', { name: /^Chuyển khoản 170\.000/ });
});

it('/m/repay/proofUpload/{loanId} of a loan without a debt says that nothing is to be paid, not that it is repaid', async () => {
  await open(`/m/repay/proofUpload/${order}`, { 'repay/proofs': { open: false, orderNo: running.orderNo, proofs: [] } });
  screen.getByText('Khoản vay này hiện không có gì phải trả');
  expect(screen.queryByText(/đã trả hết/)).toBeNull();
});

// spec: 2.m-repay-proof, 1.proof, 4.proof
it('/m/repay/proofUpload/{loanId} takes pictures of a payment, and shows the results of earlier ones', async () => {
  const { asked } = await open(`/m/repay/proofUpload/${order}`, {
    'repay/proofs': {
      open: true,
      orderNo: running.orderNo,
      proofs: [{ proofId: '1', state: 'rejected', fileIds: ['f'], note: 'lúc 9 giờ', reason: 'Ảnh không thấy số tiền', paymentId: null, createdAt: '2026-06-10T03:00:00Z', decidedAt: null }],
    },
  });
  expect(asked).toContainEqual({ path: 'repay/proofs', body: { orderId: order } });
  for (const words of ['Chưa tìm thấy tiền', 'Ảnh không thấy số tiền']) screen.getByText(words);
  expect(screen.getByText('Ảnh 1/3').closest('label')!.textContent).toBe('Ảnh 1/3');
  screen.getByRole('button', { name: 'Gửi ảnh' });
});
