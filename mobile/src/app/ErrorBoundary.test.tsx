import { render, screen } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { ErrorBoundary } from './ErrorBoundary';
import { startTexts } from '@/i18n';
import * as pageErrors from '@/lib/pageErrors/report';
import { watchPageErrors } from '@/lib/pageErrors/watch';

beforeAll(() => startTexts('en'));
beforeAll(() => {
  // React as it is developed with raises in the window, too, what a boundary catches.
  window.addEventListener('error', (event) => event.stopImmediatePropagation());
  watchPageErrors('app', async () => pageErrors);
});

it('shows a page that broke with a way on, and tells of it', async () => {
  const sent = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(async () => new Response('{}'));
  vi.stubGlobal('fetch', sent);
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  function Broken(): never {
    throw new RangeError('broken');
  }
  render(<ErrorBoundary><Broken /></ErrorBoundary>);
  expect(screen.getByRole('alert')).toBeTruthy();
  await vi.waitFor(() => expect(sent).toHaveBeenCalled());
  expect(JSON.parse(sent.mock.calls[0]![1].body as string)).toMatchObject({ kind: 'render', name: 'RangeError', message: 'broken' });
  quiet.mockRestore();
});
