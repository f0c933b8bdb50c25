import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TicketForm } from './TicketForm';
import { Screenshots } from './Screenshots';
import { queryClient } from '@/lib/queryClient';
import { renderInVietnam } from '@/test/render';

// Ionic's content element needs a browser; this test only checks what is inside it.
vi.mock('@/ui/Page', () => ({ Page: ({ children, action }: { children: ReactNode; action: ReactNode }) => <main>{children}{action}</main> }));
vi.mock('@/lib/nav/nav', async (original) => ({ ...(await original<object>()), useNav: () => ({ replace: () => undefined, to: () => undefined }) }));

const sent: [string, { text?: string }][] = [];

beforeEach(() => {
  localStorage.clear();
  sent.length = 0;
  queryClient.clear();
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    sent.push([url, JSON.parse(String(body)) as object]);
    const answers: Record<string, object> = {
      'order/list': { orders: [], nextCursor: '' },
      'support/draft': { data: null, savedAt: null },
      'support/saveDraft': { savedAt: '2026-06-14T03:00:00Z' },
      'support/complain': { ticket: { ticketNo: 'YC1', ticketId: '1' } },
    };
    const data = Object.entries(answers).find(([call]) => url.endsWith(call))?.[1];
    return new Response(JSON.stringify({ success: true, msg: '', errorCode: 10000, data }));
  });
});
afterEach(() => vi.unstubAllGlobals());

const field = () => document.querySelector('textarea')!;
const complaints = () => sent.filter(([url]) => url.endsWith('support/complain'));

const formPage = (
  <QueryClientProvider client={queryClient}>
    <TicketForm kind="complaint" />
  </QueryClientProvider>
);

describe('complaint', () => {
  it('does not open empty, over a saved draft, after a short network outage', async () => {
    const { fetch } = globalThis;
    let away = true;
    const online = vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => !away);
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      if (away) throw new TypeError('Failed to fetch');
      if (!url.endsWith('support/draft')) return fetch(url, init);
      const data = { data: { text: 'Tôi đã trả ngày 3', fileIds: [], orderId: '' }, savedAt: '2026-06-14T03:00:00Z' };
      return new Response(JSON.stringify({ success: true, msg: '', errorCode: 10000, data }));
    });
    await renderInVietnam(formPage, 'support', 'order');
    await vi.waitFor(() => screen.getByText('Bạn đang ngoại tuyến'));
    expect(field()).toBeNull();
    away = false;
    await act(async () => screen.getByText('Thử lại').click());
    await vi.waitFor(() => expect(field().value).toBe('Tôi đã trả ngày 3'));
    online.mockRestore();
  });

  // spec: 9.complaint-300, 5.complaint-text
  it('has at most 300 characters; a longer text is kept and reported', async () => {
    await renderInVietnam(formPage, 'support', 'order');
    const send = async () => act(async () => screen.getByText('Gửi khiếu nại').click());
    await vi.waitFor(() => expect(field()).toBeTruthy());
    fireEvent.change(field(), { target: { value: 'ộ'.repeat(301) } });
    expect(screen.getByText('301/300')).toBeTruthy();
    await send();
    expect(screen.getByText(/^Tối đa 300 ký tự\./)).toBeTruthy();
    expect(field().value).toHaveLength(301);
    expect(complaints()).toEqual([]);

    fireEvent.change(field(), { target: { value: '😀'.repeat(300) } });
    expect(screen.getByText('300/300')).toBeTruthy();
    await send();
    await vi.waitFor(() => expect(complaints().map(([, { text }]) => text)).toEqual(['😀'.repeat(300)]));
  });
});

describe('screenshots', () => {
  // spec: 9.images-3, 5.images-3
  it.each([
    [[], 1],
    [['a', 'b'], 3],
    [['a', 'b', 'c'], 3],
  ])('are limited to three: with %j there are %s boxes', async (fileIds, boxes) => {
    await renderInVietnam(<Screenshots draft="message" fileIds={fileIds} onChange={() => undefined} />, 'support');
    expect(screen.getAllByText(/^Ảnh \d\/3/)).toHaveLength(boxes);
    expect(screen.queryAllByText('Bỏ ảnh này')).toHaveLength(fileIds.length);
  });
});
