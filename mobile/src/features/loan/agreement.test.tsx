import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { detail, quote, product } from '@/test/data/loan';
import { card } from '@/test/data/card';
import { errorCode } from '@/lib/api';
import { open, press, Refused, type Answers } from '@/test/screen';
import { toastList } from '@/ui/overlay/toasts';

const contract = { title: 'Hợp đồng vay', version: '2026-11', hash: 'hash-1', sections: [{ title: 'Điều 1', paragraphs: ['Bên vay trả nợ.'] }] };
const answers = {
  'loan/detail': detail, 'loan/quote': quote, 'loan/contract': contract, 'bankCard/list': { cards: [card] }, 'loan/apply': { orderId: 'order-1', orderNo: 'VN1', status: 1 },
};

/** Simulates whether the end of the text is scrolled into view. */
function reading(toTheEnd: boolean) {
  vi.stubGlobal('IntersectionObserver', class {
    constructor(private readonly tell: (entries: { isIntersecting: boolean }[]) => void) {}
    observe() { setTimeout(() => this.tell([{ isIntersecting: toTheEnd }]), 0); }
    disconnect() { /* nothing to stop */ }
  });
  Element.prototype.scrollBy = () => undefined;
}

async function apply(to: Answers) {
  reading(true);
  const opened = await open(`/m/loan/loanIndex?loanId=${product.loanId}`, to);
  await act(async () => screen.getAllByRole('button', { name: /Đọc hợp đồng/ }).at(-1)!.click());
  await screen.findByText('Bên vay trả nợ.');
  await act(async () => (await screen.findByRole('button', { name: /đồng ý/i })).click());
  await press(/^Đăng ký vay/);
  return opened;
}

describe('loan application', () => {
  // spec: 5.agreement
  it('cannot be sent before the agreement is read to its end and accepted', async () => {
    reading(false);
    const { asked } = await open(`/m/loan/loanIndex?loanId=${product.loanId}`, answers);
    const applied = () => asked.filter(({ path }) => path === 'loan/apply');
    expect(screen.queryByRole('button', { name: /^Đăng ký vay/ })).toBeNull();
    await act(async () => screen.getAllByRole('button', { name: /Đọc hợp đồng/ }).at(-1)!.click());
    await screen.findByText('Bên vay trả nợ.');
    await press('Đọc tiếp');
    expect(screen.queryByRole('button', { name: /Đồng ý/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Đăng ký vay/ })).toBeNull();
    expect(applied()).toEqual([]);
  });

  // spec: 5.agreement
  it('is sent with the hash of the accepted agreement', async () => {
    const { asked } = await apply(answers);
    expect(asked.filter(({ path }) => path === 'loan/apply').map(({ body }) => body)).toMatchObject([{ contractHash: 'hash-1', contractAccepted: true }]);
  });

  it('tells the result page the amount that was applied for, even if the slider was moved meanwhile', async () => {
    let take = () => undefined as void;
    const taken = new Promise<void>((resolve) => (take = resolve));
    reading(true);
    const { moves } = await open(`/m/loan/loanIndex?loanId=${product.loanId}&amount=5000000`, answers);
    await press(/^Đổi số tiền/);
    await act(async () => screen.getAllByRole('button', { name: /Đọc hợp đồng/ }).at(-1)!.click());
    await screen.findByText('Bên vay trả nợ.');
    await act(async () => (await screen.findByRole('button', { name: /đồng ý/i })).click());
    const answer = fetch;
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      if (url.endsWith('loan/apply')) await taken;
      return answer(url, init);
    });
    await press(/^Đăng ký vay/);
    fireEvent.change(screen.getByRole('slider', { name: 'số tiền vay' }), { target: { value: '8000000' } });
    await act(async () => take());
    await vi.waitFor(() => expect(moves.at(-1)).toBe('replace /m/loan/status?orderId=order-1&amount=5000000'));
  });

  // spec: 8.1000209
  it.each([[errorCode.dailyLimit, 0], [10050, 1]])('shows a refusal with code %i in a toast, unless a dialog shows it', async (code, toasts) => {
    await apply({ ...answers, 'loan/apply': new Refused(422, 'Lời của máy chủ', code) });
    expect(toastList.current().map(({ message }) => message)).toEqual(Array<string>(toasts).fill('Lời của máy chủ'));
  });

  it('loads the product again when it is refused, because the product may be closed by now', async () => {
    const { asked } = await apply({ ...answers, 'loan/apply': new Refused(409, 'Bạn đang có một khoản vay khác.', 20512, 'order_in_progress') });
    expect(asked.map(({ path }) => path).filter((path) => path === 'loan/detail')).toHaveLength(2);
  });
});

it('says why there is no quote, and requests it again on retry', async () => {
  const { asked } = await open(`/m/loan/loanIndex?loanId=${product.loanId}&amount=9000000&termDays=120`, { ...answers, 'loan/quote': undefined as never });
  await screen.findByText(/^Chưa tính được cho số tiền này\./);
  const quotes = () => asked.filter(({ path }) => path === 'loan/quote').length;
  const before = quotes();
  await press('Thử lại');
  expect(quotes()).toBe(before + 1);
});

// spec: 5.amount-range
it('the calculator shows the minimum and maximum amount, and is limited to them', async () => {
  await open(`/m/loan/detail/${product.loanId}`, { ...answers, 'loan/detail': { ...detail, product: { ...product, minAmount: 2_000_000, maxAmount: 12_500_000 } } });
  const slider = screen.getByRole('slider', { name: 'số tiền vay' });
  expect([slider.getAttribute('min'), slider.getAttribute('max')]).toEqual(['2000000', '12500000']);
  const ends = Array.from(slider.parentElement!.querySelectorAll('span')).map(({ textContent }) => textContent!.replace(/\u00a0/g, ' '));
  expect(ends).toEqual(['2.000.000 ₫', '12.500.000 ₫']);
});
