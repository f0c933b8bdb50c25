import { focusManager } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { Route } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import TicketPage from './TicketPage';
import type { Data } from '@/lib/api/contract';
import { renderPage, serve, type Answers } from '@/test/page';

const thread: Data<'support/detail'> = {
  ticket: {
    ticketId: '7', ticketNo: 'YC-7', kind: 'message', state: 'answered', orderId: null, orderNo: '',
    answeredAt: '2026-06-15T03:00:00Z', closedAt: null, createdAt: '2026-06-14T03:00:00Z', dueOn: '2026-06-16', late: false,
  },
  messages: [{ messageId: '1', author: 'borrower', text: 'Phí này là gì?', fileIds: [], at: '2026-06-14T03:00:00Z' }],
  canReply: true,
  replyUntil: '2026-06-29',
};
const begun = { data: { text: 'Tôi chưa rõ', fileIds: [], orderId: '' }, savedAt: '2026-06-14T03:00:00Z' };

afterEach(() => {
  vi.unstubAllGlobals();
  focusManager.setFocused(undefined);
});

const open = async (answers: Answers) => {
  const sent = serve({ 'support/detail': thread, 'support/draft': { data: null, savedAt: null }, 'support/saveDraft': { savedAt: '2026-06-14T03:00:00Z' }, ...answers });
  await renderPage(<Route path="/m/customer/ticket/:ticketId" component={TicketPage} />, '/m/customer/ticket/7', 'support');
  return sent;
};

it('the messages appear together with the draft of a reply, which would push them down later', async () => {
  let answer = () => undefined as void;
  const sent = await open({ 'support/draft': new Promise<object>((resolve) => (answer = () => resolve(begun))) });
  await vi.waitFor(() => expect(sent.map(({ path }) => path)).toEqual(expect.arrayContaining(['support/detail', 'support/draft'])));
  await act(async () => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.queryByText('Phí này là gì?')).toBeNull();
  await act(async () => answer());
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Bạn muốn nói thêm điều gì?')).value).toBe('Tôi chưa rõ');
  screen.getByText('Phí này là gì?');
});

it('the messages appear even if the draft of a reply cannot be loaded, which opens once it is', async () => {
  let draft: object = { success: false, msg: '', errorCode: 10050, status: 503 };
  await open({ 'support/draft': () => draft });
  await screen.findByText('Phí này là gì?');
  screen.getByRole('button', { name: 'Viết thêm' });
  draft = begun;
  act(() => [false, true].forEach((focused) => focusManager.setFocused(focused)));
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Bạn muốn nói thêm điều gì?')).value).toBe('Tôi chưa rõ');
});
