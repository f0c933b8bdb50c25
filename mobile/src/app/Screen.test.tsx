import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Screen } from './Screen';
import { lazyPage } from '@/lib/lazy';
import type { RouteDefinition } from '@/lib/nav/route';
import { endSession, startSession } from '@/lib/session';
import { member } from '@/test/data/member';
import { renderPage, serve } from '@/test/page';

const Shown = () => <p>the page</p>;
const route = (load: () => Promise<{ default: typeof Shown }>, auth: boolean): RouteDefinition => ({
  path: '/', page: lazyPage([], load), title: 'common:app.name', auth,
});

beforeEach(() => startSession('a token', '0912345678'));
afterEach(() => {
  endSession();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('Screen', () => {
  it('shows that the phone is offline, and opens the page when the network is back', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    serve({});
    const load = vi.fn(async () => ({ default: Shown })).mockRejectedValueOnce(new Error('no network'));
    await renderPage(<Screen route={route(load, false)} />, '/');
    await screen.findByText('Bạn đang ngoại tuyến');
    expect(screen.getByText('Trang này sẽ tự mở khi có mạng trở lại.')).toBeTruthy();
    await act(async () => window.dispatchEvent(new Event('online')));
    await screen.findByText('the page');
    expect(screen.queryByText('Bạn đang ngoại tuyến')).toBeNull();
  });

  it('shows that the service does not respond while the phone is online, and retries immediately on a tap', async () => {
    serve({});
    const load = vi.fn(async () => ({ default: Shown })).mockRejectedValueOnce(new Error('no server'));
    await renderPage(<Screen route={route(load, false)} />, '/');
    await screen.findByText('Hiện chưa kết nối được dịch vụ');
    screen.getByText('Trang này sẽ tự mở khi dịch vụ phản hồi trở lại.');
    expect(screen.queryByText('Bạn đang ngoại tuyến')).toBeNull();
    expect(load).toHaveBeenCalledTimes(1);
    await act(async () => screen.getByText('Thử lại').click());
    expect(load, 'before the automatic retry').toHaveBeenCalledTimes(2);
    await screen.findByText('the page');
  });

  it('loads the page code once, while member/query is still pending', async () => {
    let answer: (data: object) => void = () => undefined;
    serve({ 'member/query': () => new Promise((resolve) => (answer = resolve)) });
    const load = vi.fn(async () => ({ default: Shown }));
    await renderPage(<Screen route={route(load, true)} />, '/');
    expect(load).toHaveBeenCalledTimes(1);
    expect(screen.queryByText('the page')).toBeNull();
    await act(async () => answer(member));
    await screen.findByText('the page');
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('remounts the page for another borrower, without the input of the previous one', async () => {
    let memberId = 'one';
    serve({ 'member/query': () => ({ ...member, memberId }) });
    let client: QueryClient | undefined;
    const Typed = () => {
      client = useQueryClient();
      return <input />;
    };
    await renderPage(<Screen route={route(async () => ({ default: Typed }), true)} />, '/');
    fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'a private matter' } });
    memberId = 'another';
    await act(() => client!.refetchQueries());
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe(''));
  });
});
