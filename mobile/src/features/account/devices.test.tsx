import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import DevicesPage from './DevicesPage';
import { renderPage, serve } from '@/test/page';
import { showAlert } from '@/ui/overlay/alerts';

vi.mock('@/ui/overlay/alerts', () => ({ showAlert: vi.fn(async () => true) }));
afterEach(() => vi.unstubAllGlobals());

const device = (deviceId: string, platform: string, current = false) => ({
  deviceId,
  platform,
  browser: '',
  current,
  trusted: true,
  seenAt: '2026-06-14T03:00:00Z',
  loggedInAt: '2026-06-01T03:00:00Z',
});

it('keeps focus on the device whose logout is in progress and fails, and disables the other logout buttons meanwhile', async () => {
  let answer: (refusal: object) => void = () => undefined;
  const sent = serve({
    'member/devices': { devices: [device('1', 'Redmi 9', true), device('2', 'Galaxy A13'), device('3', 'Oppo A5')] },
    'member/devices/logout': () => new Promise((resolve) => (answer = resolve)),
  });
  await renderPage(<DevicesPage />, '/m/account/devices', 'account');
  const button = (of: string) => screen.getByRole<HTMLButtonElement>('button', { name: `Đăng xuất ${of}` });
  await vi.waitFor(() => button('Galaxy A13'));
  button('Galaxy A13').focus();
  await act(async () => button('Galaxy A13').click());
  await vi.waitFor(() => expect(sent.at(-1)).toEqual({ path: 'member/devices/logout', body: { deviceId: '2' } }));
  await vi.waitFor(() => expect(button('Oppo A5').disabled).toBe(true));
  expect(document.activeElement).toBe(button('Galaxy A13'));
  expect(button('Galaxy A13').disabled).toBe(false);
  await act(async () => button('Galaxy A13').click());
  expect(showAlert).toHaveBeenCalledTimes(1);
  await act(async () => answer({ success: false, msg: 'Hệ thống đang bận', errorCode: 50301, data: null }));
  await vi.waitFor(() => expect(button('Oppo A5').disabled).toBe(false));
  expect(document.activeElement).toBe(button('Galaxy A13'));
});
