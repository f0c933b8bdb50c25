import { act, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PageHeader } from './PageHeader';
import { lazyPage } from '@/lib/lazy';
import { RouteContext, type RouteDefinition } from '@/lib/nav/route';
import { renderPage } from '@/test/page';
import { open, press } from '@/test/screen';
import { detail } from '@/test/data/loan';

const text = { page: 'terms', title: 'Điều khoản', version: '1.0', since: '2026-10-31', blocks: [] };
const terms = (query = '') => open(`/m/terms${query}`, { 'content/{page}': text }, 'visitor');
const backButton = () => screen.queryByRole('button', { name: 'Quay lại' });

afterEach(() => {
  vi.restoreAllMocks();
  document.cookie = 'appBaseInfo=; Max-Age=0; Path=/';
});

describe('page header', () => {
  it('shows no title until its text is loaded, and loads the text even if the page is not there yet', async () => {
    const row: RouteDefinition = { path: '/', page: lazyPage([], () => new Promise(() => undefined)), title: 'carrier:title' };
    await renderPage(<RouteContext.Provider value={row}><PageHeader raised={false} /></RouteContext.Provider>, '/');
    expect(screen.getByRole('heading', { level: 1, hidden: true }).textContent).toBe('');
    await screen.findByRole('heading', { level: 1, name: 'Nhà mạng di động' });
  });

  // spec: 2.header-back
  it('has a back button where the route asks for one', async () => {
    await terms();
    expect(backButton()).not.toBeNull();
  });

  // spec: 2.header-back
  it('has no back button where the route asks for none', async () => {
    await open('/m/home/loan', { 'loan/list': { creditLimit: 0, creditAvailable: 0, currency: 'VND', nextCursor: '', groups: [{ group: 3, title: 'Có thể vay', products: [detail.product] }] } });
    screen.getByRole('heading', { level: 1 });
    expect(backButton()).toBeNull();
  });

  // spec: 2.header-back, 1.app-cookie, 1.user-agent
  it.each(['cookie', 'user agent'])('has no back button inside the native app, detected by its %s', async (mark) => {
    if (mark === 'cookie') document.cookie = 'appBaseInfo=%7B%22appVersion%22%3A%221.0.0%22%7D; Path=/';
    else vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 13; wv) Chrome/124.0 LoanMarketApp');
    await terms();
    screen.getByRole('heading', { level: 1, name: 'Điều khoản sử dụng' });
    expect(backButton()).toBeNull();
  });

  // spec: 2.header-back-zero
  it('leads to / when the query back is 0', async () => {
    const { moves } = await terms('?back=0');
    vi.spyOn(window.history, 'length', 'get').mockReturnValue(5);
    await press('Quay lại');
    expect(moves, '/ redirects to /m/home').toEqual(['replace /m/home']);
  });

  // spec: 2.header-back-history
  it('otherwise goes back in history', async () => {
    const { moves } = await terms('?back=1');
    await press('Quay lại');
    expect(moves).toEqual(['back']);
  });

  // spec: 2.header-background
  it('switches its background after 100 pixels of scrolling, and back', async () => {
    await terms();
    const header = document.querySelector('header')!;
    const before = header.className;
    const scroll = (scrollTop: number) => act(async () => void document.querySelector('ion-content')!.dispatchEvent(new CustomEvent('ionScroll', { detail: { scrollTop } })));
    await scroll(100);
    expect(header.className).toBe(before);
    await scroll(101);
    expect(header.className).toBe(`${before} ${before.replace(/header/, 'raised')}`);
    await scroll(100);
    expect(header.className).toBe(before);
  });
});
