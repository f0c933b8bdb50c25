import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { address, open, press, Refused, settled } from '@/test/screen';
import { running } from '@/test/data/order';
import type { Data } from '@/lib/api/contract';

const contacts: Data<'support/contacts'> = {
  company: 'Loan Market JSC',
  address: '12 Lê Lợi, Quận 1, TP. Hồ Chí Minh',
  email: 'hotro@example.vn',
  hotline: '1900 1234',
  hours: { days: [1, 2, 3, 4, 5], from: '08:00', to: '20:00' },
  openNow: true,
  messageDays: 2,
  complaintDays: 5,
};

const thread: Data<'support/detail'> = {
  ticket: {
    ticketId: '7',
    ticketNo: 'YC-7',
    kind: 'message',
    state: 'open',
    orderId: null,
    orderNo: '',
    answeredAt: null,
    closedAt: null,
    createdAt: '2026-06-14T03:00:00Z',
    dueOn: '2026-06-16',
    late: false,
  },
  messages: [{ messageId: '1', author: 'borrower', text: 'Phí này là gì?', fileIds: [], at: '2026-06-14T03:00:00Z' }],
  canReply: true,
  replyUntil: null,
};

/** There is no saved draft. */
const drafts = { 'support/draft': { data: null, savedAt: null }, 'support/saveDraft': { savedAt: '2026-06-14T03:00:00Z' } };

const answered: Data<'support/detail'> = {
  ...thread,
  ticket: { ...thread.ticket, state: 'answered', answeredAt: '2026-06-15T03:00:00Z' },
  messages: [...thread.messages, { messageId: '2', author: 'support', text: 'Phí thu trước.', fileIds: [], at: '2026-06-15T03:00:00Z' }],
  replyUntil: '2026-06-29',
};

// spec: 2.m-customer, 6.visitor-open, 1.info
it('/m/customer shows everyone the contacts, and links to message and complaint', async () => {
  const { moves } = await open('/m/customer', { 'support/contacts': contacts }, 'visitor');
  expect(address()).toBe('/m/customer');
  for (const words of ['1900 1234', 'hotro@example.vn', 'Loan Market JSC', '12 Lê Lợi, Quận 1, TP. Hồ Chí Minh']) screen.getByText(words);
  await press(/^Để lại lời nhắn/);
  await press(/^Khiếu nại/);
  expect(moves).toEqual(['push /m/customer/online', 'push /m/customer/complain']);
});

it.each([true, false])('/m/customer has the call button as primary button only during service hours (open: %s)', async (openNow) => {
  await open('/m/customer', { 'support/contacts': { ...contacts, openNow } }, 'visitor');
  expect(screen.getByRole('button', { name: 'Gọi tổng đài' }).className.includes('primary')).toBe(openNow);
});

it('/m/customer shows the contacts even if the server does not respond or there is no network', async () => {
  const page = open('/m/customer', {}, 'visitor');
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  await page;
  for (const words of ['1900 1234', 'hotro@example.vn', 'Loan Market JSC', '12 Lê Lợi, Quận 1, TP. Hồ Chí Minh']) screen.getByText(words);
  screen.getByRole('button', { name: 'Gọi tổng đài' });
  expect(screen.queryByRole('alert')).toBeNull();
});

// spec: 2.m-customer-online, 1.message
it('/m/customer/online sends a message, with room for three screenshots', async () => {
  const { asked, moves } = await open('/m/customer/online', { ...drafts, 'support/message': thread });
  expect(screen.getByText('Ảnh 1/3').closest('label')!.textContent).toBe('Ảnh 1/3 · không bắt buộc');
  fireEvent.change(screen.getByLabelText('Lời nhắn của bạn'), { target: { value: 'Tôi muốn hỏi về phí' } });
  await press('Gửi lời nhắn');
  expect(asked).toContainEqual({ path: 'support/message', body: { text: 'Tôi muốn hỏi về phí', fileIds: [] } });
  expect(moves).toEqual(['replace /m/customer/ticket/7']);
});

it('/m/customer/online starts with the draft saved on the server', async () => {
  const { asked } = await open('/m/customer/online', { ...drafts, 'support/draft': { data: { text: 'Tôi muốn hỏi', fileIds: [], orderId: '' }, savedAt: '2026-06-14T03:00:00Z' } });
  expect(asked).toContainEqual({ path: 'support/draft', body: { name: 'message' } });
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Lời nhắn của bạn')).value).toBe('Tôi muốn hỏi');
});

// spec: 2.m-customer-complain, 1.complaint
it('/m/customer/complain sends a complaint about one of the borrower’s loans', async () => {
  const { asked, moves } = await open(`/m/customer/complain?orderId=${running.orderId}`, { ...drafts, 'support/complain': { ...thread, ticket: { ...thread.ticket, kind: 'complaint' } }, 'order/list': { orders: [running], nextCursor: '' } });
  expect(screen.getByLabelText('Về khoản vay nào?').textContent, 'the loan is listed by its product name, since borrowers may not know the number').toBe(`${running.productName} (${running.orderNo})`);
  screen.getByText(/Ảnh 1\/3/);
  screen.getByText('0/300');
  fireEvent.change(screen.getByLabelText('Điều đã xảy ra'), { target: { value: 'Tôi đã trả mà chưa thấy ghi nhận' } });
  await press('Gửi khiếu nại');
  expect(asked).toContainEqual({ path: 'support/complain', body: { text: 'Tôi đã trả mà chưa thấy ghi nhận', fileIds: [], orderId: running.orderId } });
  expect(moves).toEqual(['replace /m/customer/ticket/7']);
});

// spec: 2.m-customer-online, 2.m-customer-complain
it.each(['online', 'complain'])('/m/customer/%s sends a visitor to login', async (name) => {
  await open(`/m/customer/${name}`, {}, 'visitor');
  expect(address()).toBe(`/m/login?redirect=%2Fm%2Fcustomer%2F${name}`);
});

describe('ticket', () => {
  it('does not mark a request that waits for us as if the borrower had to act', async () => {
    await open('/m/customer/tickets', { 'support/list': { tickets: [thread.ticket], nextCursor: '' } });
    expect(screen.getByText('Chờ trả lời').parentElement!.className).not.toMatch(/attention|danger/);
  });

  // spec: 1.message
  it('shows the messages newest first, and sends a reply', async () => {
    const { asked } = await open('/m/customer/ticket/7', { ...drafts, 'support/detail': answered, 'support/reply': thread });
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([expect.stringContaining('Phí thu trước.'), expect.stringContaining('Phí này là gì?')]);
    screen.getByText(/Bạn có thể viết thêm đến hết/);
    await press('Viết thêm');
    await press('Gửi thêm');
    screen.getByText('Hãy viết vài lời để chúng tôi hiểu.');
    fireEvent.change(screen.getByLabelText('Bạn muốn nói thêm điều gì?'), { target: { value: 'Tôi vẫn chưa rõ' } });
    await press('Gửi thêm');
    expect(asked).toContainEqual({ path: 'support/reply', body: { ticketId: '7', text: 'Tôi vẫn chưa rõ', fileIds: [] } });
  });

  it('moves focus into the reply form when it opens, and back to the button when it closes', async () => {
    await open('/m/customer/ticket/7', { ...drafts, 'support/detail': answered, 'support/reply': thread });
    await press('Viết thêm');
    const field = screen.getByLabelText('Bạn muốn nói thêm điều gì?');
    expect(document.activeElement).toBe(field);
    fireEvent.change(field, { target: { value: 'Tôi vẫn chưa rõ' } });
    await press('Gửi thêm');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Viết thêm' }));
  });

  it('keeps the reply form open while a saved draft is rewritten', async () => {
    const begun = { data: { text: 'Tôi chưa rõ', fileIds: [], orderId: '' }, savedAt: '2026-06-14T03:00:00Z' };
    const { asked } = await open('/m/customer/ticket/7', { ...drafts, 'support/draft': begun, 'support/detail': answered });
    const field = await screen.findByLabelText<HTMLTextAreaElement>('Bạn muốn nói thêm điều gì?');
    expect(field.value).toBe('Tôi chưa rõ');
    expect(document.activeElement, 'a form that opens by itself does not take focus, which would open the keyboard').not.toBe(field);
    fireEvent.change(field, { target: { value: '' } });
    await waitFor(() => expect(asked).toContainEqual({ path: 'support/saveDraft', body: { name: 'reply:7', data: { text: '', fileIds: [], orderId: '' } } }), { timeout: 20_000 });
    await settled();
    fireEvent.change(screen.getByLabelText('Bạn muốn nói thêm điều gì?'), { target: { value: 'Tôi muốn' } });
  });

  it('keeps a reply that is being typed in view when the request turns out to be closed', async () => {
    const detail = { ...answered };
    await open('/m/customer/ticket/7', { ...drafts, 'support/detail': detail, 'support/reply': new Refused(409) });
    await press('Viết thêm');
    fireEvent.change(screen.getByLabelText('Bạn muốn nói thêm điều gì?'), { target: { value: 'Tôi vẫn chưa rõ' } });
    detail.canReply = false;
    await press('Gửi thêm');
    await screen.findByRole('button', { name: 'Gửi yêu cầu mới' });
    expect(screen.getByLabelText<HTMLTextAreaElement>('Bạn muốn nói thêm điều gì?').value).toBe('Tôi vẫn chưa rõ');
  });

  it('shows the draft of a reply after the deadline, to be copied', async () => {
    const begun = { data: { text: 'Tôi chưa rõ', fileIds: [], orderId: '' }, savedAt: '2026-06-14T03:00:00Z' };
    await open('/m/customer/ticket/7', { ...drafts, 'support/draft': begun, 'support/detail': { ...answered, canReply: false } });
    await screen.findByText('Tôi chưa rõ');
    expect(screen.queryByRole('button', { name: 'Gửi thêm' })).toBeNull();
    screen.getByRole('button', { name: 'Sao chép: Nội dung bạn đã viết nhưng chưa gửi' });
  });

  it('accepts no reply after the deadline, and links to a new message', async () => {
    const { moves } = await open('/m/customer/ticket/7', { ...drafts, 'support/detail': { ...answered, canReply: false } });
    screen.getByText(/Đã quá hạn viết thêm/);
    expect(screen.queryByRole('button', { name: 'Viết thêm' })).toBeNull();
    await press('Gửi yêu cầu mới');
    expect(moves).toEqual(['push /m/customer/online']);
  });
});

it('/m/customer/inbox marks new notices, including one without a link', async () => {
  const notice = { noticeId: '9', kind: 'notice', title: 'Bảo trì', text: 'Đêm nay', at: '2026-06-14T03:00:00Z', read: false, orderId: null, subjectId: null };
  await open('/m/customer/inbox', { 'support/inbox': { notices: [notice, { ...notice, noticeId: '8', read: true }], nextCursor: '', unread: 1 }, 'support/read': { unread: 0 } });
  expect(screen.getAllByText('Bảo trì')).toHaveLength(2);
  expect(screen.getAllByText('Mới')).toHaveLength(1);
  // The colours of warnings are for states; being unread is none.
  expect(screen.getByText('Mới').parentElement!.className).not.toMatch(/attention|danger/);
});

it('/m/customer/inbox marks notices as read once the page is visible', async () => {
  const notices = [{ noticeId: '9', kind: 'paid_out', title: 'Tiền đã vào tài khoản', text: '', at: '2026-06-14T03:00:00Z', read: false, orderId: null, subjectId: null }];
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const { asked } = await open('/m/customer/inbox', { 'support/inbox': { notices, nextCursor: '', unread: 1 }, 'support/read': { unread: 0 } });
  const read = () => asked.filter(({ path }) => path === 'support/read').map(({ body }) => body);
  screen.getByText('Tiền đã vào tài khoản');
  expect(read()).toEqual([]);
  const setAway = (away: boolean) => {
    hidden.mockReturnValue(away);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    return settled();
  };
  for (const away of [false, true, false]) await setAway(away);
  expect(read()).toEqual([{ upTo: '9' }]);
});
