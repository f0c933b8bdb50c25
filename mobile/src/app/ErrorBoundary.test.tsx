import { act, render, screen, within } from '@testing-library/react';
import { Suspense } from 'react';
import { beforeAll, expect, it, vi } from 'vitest';
import { ErrorBoundary } from './ErrorBoundary';
import { startTexts } from '@/i18n';
import { lazyPage } from '@/lib/lazy';
import * as pageErrors from '@/lib/pageErrors/report';
import { watchPageErrors } from '@/lib/pageErrors/watch';

beforeAll(() => startTexts('en'));
beforeAll(() => {
  const listening = vi.spyOn(window, 'addEventListener');
  // In development mode React also dispatches errors that a boundary catches to the window.
  window.addEventListener('error', (event) => event.stopImmediatePropagation());
  watchPageErrors('app', async () => pageErrors);
  const started = [...listening.mock.calls];
  listening.mockRestore();
  // Test files share the window.
  return () => started.forEach(([name, listener]) => window.removeEventListener(name, listener as EventListener));
});

it('shows an alert with two ways on for a page that throws, and reports the error', async () => {
  const sent = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(async () => new Response('{"success":true,"msg":"","errorCode":10000,"data":null}'));
  vi.stubGlobal('fetch', sent);
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  function Broken(): never {
    throw new RangeError('broken');
  }
  render(<ErrorBoundary><Broken /></ErrorBoundary>);
  const alert = within(screen.getByRole('alert'));
  expect(alert.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Try again', 'Back to home']);
  await vi.waitFor(() => expect(sent).toHaveBeenCalled());
  expect(JSON.parse(sent.mock.calls[0]![1].body as string)).toMatchObject({ kind: 'render', name: 'RangeError', message: 'broken' });
  quiet.mockRestore();
});

it('loads the code of a page again when the user taps "Try again"', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', async () => new Response('{"version":"1"}'));
  // The reload cannot be recorded, so the page is not reloaded.
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => { throw new DOMException('full'); } });
  vi.useFakeTimers();
  let calls = 0;
  const Lazy = lazyPage([], async () => {
    calls += 1;
    if (calls <= 3) throw new TypeError('Failed to fetch dynamically imported module');
    return { default: () => <p>the page</p> };
  });
  render(<ErrorBoundary><Suspense fallback={null}><Lazy /></Suspense></ErrorBoundary>);
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  await act(async () => screen.getByRole('button', { name: 'Try again' }).click());
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  screen.getByText('the page');
  expect(calls).toBe(4);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
